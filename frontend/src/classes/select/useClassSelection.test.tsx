import { act, screen, waitFor, within } from "@testing-library/react";
import { TOKEN_KEY } from "../../shared/storage";
import { aClass, anEnrolledClass, aSelection, aSiteToken } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { identityOf, identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { findFamilySheet } from "../../testing/familySheet";
import { acceptLogin, admin, findToast, instructor, renderAt, student } from "../../testing/renderAt";
import { advanceTime, waitForLazy } from "../../testing/time";

const clay = aClass({ nameClass: "Clay Animals" });
const loom = aClass({ nameClass: "Loom" });
const SELECTED = "GET /selectClass?email=student%40camp.example";
const ENROLLED = "GET /enrolledStudent/student%40camp.example";

const selectButton = (name: string) =>
  within(screen.getByRole("article", { name })).getByRole("button", { name: `Select ${name}` });
const enabledSelectButton = async (name: string) => {
  await waitFor(() => expect(selectButton(name)).toBeEnabled());
  return selectButton(name);
};

// The first import takes longer than a query waits.
beforeAll(() => import("../../accounts/children/ChildForm"));

beforeEach(() => {
  api.respond("GET /classes", [clay, loom]);
  api.respond(SELECTED, []);
  api.respond(ENROLLED, []);
  api.respond("POST /selectClass", { insertedId: "1", clashes: [] }, 201);
});

test("selects a class for a student and disables its button", async () => {
  const { user } = await renderAt("/all-classes", student);
  await enabledSelectButton("Clay Animals");
  api.respond(SELECTED, [aSelection({ _id: "31", classId: clay._id })]);
  await user.click(await enabledSelectButton("Clay Animals"));
  expect(await findToast(/^Clay Animals is Selected Successfully/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to payment" })).toHaveAttribute(
    "href",
    "/dashboard/my-selected-classes",
  );
  expect(await screen.findByRole("link", { name: "Selected classes: 1" })).toBeVisible();
  expect(api.requests("POST /selectClass")[0]?.body).toEqual({
    classId: clay._id,
    email: "student@camp.example",
    childId: null,
    nameClass: "Clay Animals",
    image: clay.image,
    price: clay.price,
    seats: clay.seats,
    enroll: clay.enroll,
    instructorName: clay.instructorName,
    instructorEmail: clay.instructorEmail,
    status: "Selected",
  });
  await waitFor(() => expect(selectButton("Clay Animals")).toBeDisabled());
  expect(selectButton("Clay Animals")).toHaveAccessibleDescription(/You've selected this class\./);
  expect(screen.getByRole("link", { name: "Pay now" })).toHaveAttribute("href", "/dashboard/payment/31");
  expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus();
  expect(selectButton("Loom")).toBeEnabled();
});

test("does not move the focus if the user moved it during the refresh of the lists", async () => {
  const { user } = await renderAt("/all-classes", student);
  await enabledSelectButton("Clay Animals");
  const enrolled = deferred<{ body: [] }>();
  api.respond(SELECTED, [aSelection({ classId: clay._id })]);
  api.handle(ENROLLED, () => enrolled.promise);
  await user.click(selectButton("Clay Animals"));
  const payNow = await screen.findByRole("link", { name: "Pay now" });
  act(() => payNow.focus());
  await act(async () => enrolled.resolve({ body: [] }));
  await waitFor(() => expect(selectButton("Clay Animals")).toHaveAttribute("aria-busy", "false"));
  expect(payNow).toHaveFocus();
});

test("moves the focus to the card if the refresh of the lists fails", async () => {
  const { user } = await renderAt("/all-classes", student);
  await enabledSelectButton("Clay Animals");
  api.fail(SELECTED, 503, "database_unavailable", "Very busy.");
  await user.click(selectButton("Clay Animals"));
  await waitFor(() => expect(selectButton("Clay Animals")).toHaveAttribute("aria-busy", "false"));
  api.respond(SELECTED, [aSelection({ classId: clay._id })]);
  await advanceTime({ seconds: 2 });
  await waitFor(() => expect(selectButton("Clay Animals")).toBeDisabled());
  expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus();
});

test("moves the focus to the card of the selection that ends last", async () => {
  const { user } = await renderAt("/all-classes", student);
  await enabledSelectButton("Clay Animals");
  const enrolled: (() => void)[] = [];
  api.handle(ENROLLED, () => new Promise((resolve) => enrolled.push(() => resolve({ body: [] }))));
  for (const [index, campClass] of [clay, loom].entries()) {
    const selected = [clay, loom].slice(0, index + 1).map(({ _id }) => aSelection({ classId: _id }));
    api.respond(SELECTED, selected);
    await user.click(await enabledSelectButton(campClass.nameClass));
    await waitFor(() => expect(screen.getAllByRole("link", { name: "Pay now" })).toHaveLength(index + 1));
  }
  for (const respond of enrolled) await act(async () => respond());
  await waitFor(() => expect(selectButton("Loom")).toHaveAttribute("aria-busy", "false"));
  expect(screen.getByRole("article", { name: "Loom" })).toHaveFocus();
});

describe("a class with an age limit, for a student without children", () => {
  beforeEach(() => api.respond("GET /classes", [{ ...clay, ageFrom: 8, ageTo: 14 }, loom]));

  test("asks for a child, or whether the class is for the student", async () => {
    const { user } = await renderAt("/all-classes", student);
    await user.click(await enabledSelectButton("Clay Animals"));
    const dialog = await findFamilySheet();
    await waitForLazy();
    expect(dialog.getByRole("button", { name: "Add child" })).toBeVisible();
    await user.click(dialog.getByRole("checkbox", { name: "Myself" }));
    expect(dialog.getByText(/this class is marked “Ages 8 to 14”/)).toBeVisible();
    expect(api.requests("POST /selectClass")).toEqual([]);
    api.respond(SELECTED, [aSelection({ classId: clay._id })]);
    await user.click(dialog.getByRole("button", { name: "Select for me: $45.50" }));
    expect(await findToast("Clay Animals is Selected Successfully")).toBeVisible();
    expect(api.requests("POST /selectClass")[0]?.body).toMatchObject({ classId: clay._id, childId: null });
    await waitFor(() => expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus());
  });

  test("asks after the login that a visitor needed", async () => {
    await renderAt({ pathname: "/all-classes", state: { classId: clay._id } }, student);
    expect(await screen.findByRole("dialog", { name: "Who is it for?" })).toBeVisible();
    expect(api.requests("POST /selectClass")).toEqual([]);
  });
});

test("shows each of two quick selections as busy until it is complete", async () => {
  const responses = new Map<string, () => void>();
  api.handle("POST /selectClass", ({ body }) => {
    const { nameClass } = body as { nameClass: string };
    return new Promise((resolve) => {
      responses.set(nameClass, () => resolve({ body: { insertedId: "1", clashes: [] }, status: 201 }));
    });
  });
  const { user } = await renderAt("/all-classes", student);
  await user.click(await enabledSelectButton("Clay Animals"));
  await user.click(await enabledSelectButton("Loom"));
  const expectBusy = (name: string, busy: boolean) => {
    const card = within(screen.getByRole("article", { name }));
    expect(card.getByRole("button")).toHaveAttribute("aria-busy", String(busy));
  };
  expectBusy("Clay Animals", true);
  expectBusy("Loom", true);
  await act(async () => responses.get("Clay Animals")?.());
  expectBusy("Clay Animals", false);
  expectBusy("Loom", true);
  await act(async () => responses.get("Loom")?.());
  expectBusy("Loom", false);
});

test("hides the toast after 1.5 seconds", async () => {
  const { user } = await renderAt("/all-classes", student);
  await user.click(await enabledSelectButton("Loom"));
  await findToast("Loom is Selected Successfully");
  await advanceTime({ seconds: 1 });
  expect(document.querySelector(".toast")).not.toBeNull();
  await advanceTime({ seconds: 0.5 });
  expect(document.querySelector(".toast")).toBeNull();
});

test("disables the Select button of a class in which the student is enrolled", async () => {
  api.respond(ENROLLED, [anEnrolledClass({ classId: loom._id })]);
  await renderAt("/all-classes", student);
  await waitFor(() =>
    expect(selectButton("Loom")).toHaveAccessibleDescription(/You're enrolled in this class\./),
  );
  expect(selectButton("Loom")).toBeDisabled();
});

test.each([
  ["an admin", admin, "Admins can't select classes."],
  ["an instructor", instructor, "Instructors can't select classes."],
])("disables the Select buttons for %s", async (roleName, user, reason) => {
  await renderAt("/all-classes", user);
  expect(
    await screen.findByText(`You're logged in as ${roleName}. Only students can select classes.`),
  ).toBeVisible();
  expect(selectButton("Loom")).toBeDisabled();
  expect(selectButton("Loom")).toHaveAccessibleDescription(reason);
  expect(api.requests(SELECTED)).toEqual([]);
});

test("shows a toast and refreshes the list if the class has become full", async () => {
  api.fail("POST /selectClass", 409, "class_full", "This class is full.");
  const { user } = await renderAt("/all-classes", student);
  await enabledSelectButton("Loom");
  api.respond("GET /classes", [clay, { ...loom, seats: 0 }]);
  await user.click(await enabledSelectButton("Loom"));
  expect(await findToast("Loom: This class is full.")).toBeVisible();
  await waitFor(() => expect(selectButton("Loom")).toBeDisabled());
  expect(screen.getByText("Sold out")).toBeVisible();
});

test("shows a toast and keeps the button enabled after a network error", async () => {
  api.disconnect("POST /selectClass");
  const { user } = await renderAt("/all-classes", student);
  await user.click(await enabledSelectButton("Loom"));
  expect(await findToast(/^Loom: We couldn't reach Craft Camp\./)).toBeVisible();
  expect(selectButton("Loom")).toBeEnabled();
});

test("shows the error if the session could not be verified", async () => {
  localStorage.setItem(TOKEN_KEY, aSiteToken());
  identityProvider.current = identityOf(student.email, student.name);
  api.fail("POST /jwt", 503, "provider_down", "The login cannot be checked right now.");
  const { user } = await renderAt("/all-classes");
  await user.click(await enabledSelectButton("Loom"));
  expect(await findToast("The login cannot be checked right now.")).toBeVisible();
  expect(api.requests("POST /selectClass")).toEqual([]);
});

test("sends the selection to the server if the student's selections cannot be loaded", async () => {
  api.fail(SELECTED, 500, "broken", "Something went wrong.");
  api.fail("POST /selectClass", 409, "already_selected", "You've already selected this class.");
  const { user } = await renderAt("/all-classes", student);
  await user.click(await enabledSelectButton("Loom"));
  expect(await findToast("Loom: You've already selected this class.")).toBeVisible();
});

const logIn = async (user: Awaited<ReturnType<typeof renderAt>>["user"], email: string) => {
  await user.click(await screen.findByLabelText("Email"));
  await user.paste(email);
  await user.click(screen.getByLabelText("Password"));
  await user.paste("Camp-2003!");
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Log In" }));
};

test("asks a visitor to log in, returns to the list, and selects the class", async () => {
  const { user, at } = await renderAt("/all-classes?q=clay");
  await user.click(await enabledSelectButton("Clay Animals"));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Please Login at First to Select this Class" }),
  );
  expect(dialog.getByRole("link", { name: "Register" })).toHaveAttribute("href", "/register");
  await user.click(dialog.getByRole("link", { name: "Login Now!" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(api.requests("POST /selectClass")).toEqual([]);
  acceptLogin(student);
  await logIn(user, student.email);
  expect(await findToast("Clay Animals is Selected Successfully")).toBeVisible();
  expect(`${at().pathname}${at().search}`).toBe("/all-classes?q=clay");
  expect(at().state).toBeNull();
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus());
  expect(api.requests("POST /selectClass")).toHaveLength(1);
});

test("does not move the focus if the user moved it during the selection after the login", async () => {
  const selected = deferred<{ body: { insertedId: string; clashes: [] }; status: 201 }>();
  api.handle("POST /selectClass", () => selected.promise);
  await renderAt({ pathname: "/all-classes", state: { classId: clay._id } }, student);
  await waitFor(() => expect(api.requests("POST /selectClass")).toHaveLength(1));
  const search = screen.getByRole("searchbox");
  act(() => search.focus());
  await act(async () => selected.resolve({ body: { insertedId: "31", clashes: [] }, status: 201 }));
  await waitFor(() => expect(selectButton("Clay Animals")).toHaveAttribute("aria-busy", "false"));
  expect(search).toHaveFocus();
});

test("explains to an instructor after the login why the class is not selected", async () => {
  const from = { pathname: "/all-classes", state: { classId: clay._id } };
  const { user } = await renderAt({ pathname: "/login", state: { from } });
  acceptLogin(instructor);
  await logIn(user, instructor.email);
  expect(await findToast("Clay Animals wasn't selected. Only students can select classes.")).toBeVisible();
});

test("shows a toast if the chosen class is not in the list after the login", async () => {
  const from = { pathname: "/all-classes", state: { classId: "999" } };
  const { user } = await renderAt({ pathname: "/login", state: { from } });
  acceptLogin(student);
  await logIn(user, student.email);
  expect(await findToast("The class you chose is no longer on this list.")).toBeVisible();
  expect(api.requests("POST /selectClass")).toEqual([]);
});

test("closes the login dialog on Cancel and stays on the page", async () => {
  const { user, at } = await renderAt("/all-classes");
  await user.click(await enabledSelectButton("Loom"));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(at().pathname).toBe("/all-classes");
});
