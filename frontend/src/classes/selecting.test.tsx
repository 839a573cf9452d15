import { screen, waitFor, within } from "@testing-library/react";
import { TOKEN_KEY } from "../shared/storage";
import { aClass, anEnrolledClass, aSelection, aSiteToken } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { identityOf, provider } from "../testing/fakeProvider";
import { admin, instructor, renderAt, student, welcome } from "../testing/renderAt";

const clay = aClass({ nameClass: "Clay Animals" });
const loom = aClass({ nameClass: "Loom" });
const SELECTED = "GET /selectClass?email=student%40camp.example";
const ENROLLED = "GET /enrolledStudent/student%40camp.example";

const button = async (name: string) =>
  within(await screen.findByRole("article", { name })).getByRole("button", { name: "Select" });
const popup = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });

beforeEach(() => {
  api.answer("GET /classes", [clay, loom]);
  api.answer(SELECTED, []);
  api.answer(ENROLLED, []);
  api.answer("POST /selectClass", { insertedId: "1" }, 201);
});

test("a student selects a class, once", async () => {
  const { user } = await renderAt("/all-classes", student);
  await waitFor(async () => expect(await button("Clay Animals")).toBeEnabled());
  api.answer(SELECTED, [aSelection({ classId: clay._id })]);
  await user.click(await button("Clay Animals"));
  expect(await popup("Clay Animals is Selected Successfully")).toBeVisible();
  expect(api.asked("POST /selectClass")[0]?.body).toEqual({
    classId: clay._id,
    email: "student@camp.example",
    nameClass: "Clay Animals",
    image: clay.image,
    price: clay.price,
    seats: clay.seats,
    enroll: clay.enroll,
    instructorName: clay.instructorName,
    instructorEmail: clay.instructorEmail,
    status: "Selected",
  });
  await waitFor(async () => expect(await button("Clay Animals")).toBeDisabled());
  expect(await button("Clay Animals")).toHaveAccessibleDescription(/You have selected this class\./);
  expect(screen.getByRole("link", { name: "Go and pay" })).toHaveAttribute(
    "href",
    "/dashboard/my-selected-classes",
  );
  expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus();
  expect(await button("Loom")).toBeEnabled();
});

test("the pop-up goes after a second and a half", async () => {
  const { user } = await renderAt("/all-classes", student);
  await waitFor(async () => expect(await button("Loom")).toBeEnabled());
  await user.click(await button("Loom"));
  const begun = Date.now();
  await popup("Loom is Selected Successfully");
  await waitFor(() => expect(document.querySelector(".toast")).toBeNull(), { timeout: 3000 });
  expect(Date.now() - begun).toBeGreaterThan(1000);
});

test("a class in which the student has a seat cannot be selected", async () => {
  api.answer(ENROLLED, [anEnrolledClass({ classId: loom._id })]);
  await renderAt("/all-classes", student);
  await waitFor(async () =>
    expect(await button("Loom")).toHaveAccessibleDescription(/You are enrolled in this class\./),
  );
  expect(await button("Loom")).toBeDisabled();
});

test.each([
  [admin, "Admins do not select classes.", "an admin"],
  [instructor, "Instructors do not select classes.", "an instructor"],
])("others do not select: %s", async (visitor, reason, who) => {
  await renderAt("/all-classes", visitor);
  expect(await screen.findByText(`You are here as ${who}: only students select classes.`)).toBeVisible();
  expect(await button("Loom")).toBeDisabled();
  expect(await button("Loom")).toHaveAccessibleDescription(`Loom ${reason}`);
  expect(api.asked(SELECTED)).toEqual([]);
});

test("a class that has just filled is told, and the list is read again", async () => {
  api.refuse("POST /selectClass", 409, "class_full", "This class is full.");
  const { user } = await renderAt("/all-classes", student);
  await waitFor(async () => expect(await button("Loom")).toBeEnabled());
  api.answer("GET /classes", [clay, { ...loom, seats: 0 }]);
  await user.click(await button("Loom"));
  expect(await popup("Loom: This class is full.")).toBeVisible();
  await waitFor(async () => expect(await button("Loom")).toBeDisabled());
  expect(screen.getByText("Sold out")).toBeVisible();
});

test("a server that does not answer is told, and the class can be selected again", async () => {
  api.on("POST /selectClass", () => {
    throw new TypeError("Failed to fetch");
  });
  const { user } = await renderAt("/all-classes", student);
  await waitFor(async () => expect(await button("Loom")).toBeEnabled());
  await user.click(await button("Loom"));
  expect(await popup(/^Loom: We could not reach Craft Camp\./)).toBeVisible();
  expect(await button("Loom")).toBeEnabled();
});

test("while it is not known who is here, pressing the button says why", async () => {
  localStorage.setItem(TOKEN_KEY, aSiteToken());
  provider.current = identityOf(student.email, student.name);
  api.refuse("POST /jwt", 503, "provider_down", "The log-in cannot be checked just now.");
  const { user } = await renderAt("/all-classes");
  await waitFor(async () => expect(await button("Loom")).toBeEnabled());
  await user.click(await button("Loom"));
  expect(await popup("The log-in cannot be checked just now.")).toBeVisible();
  expect(api.asked("POST /selectClass")).toEqual([]);
});

test("selections that cannot be read leave the decision to the server", async () => {
  api.refuse(SELECTED, 500, "broken", "Something went wrong.");
  api.refuse("POST /selectClass", 409, "already_selected", "You have selected this class already.");
  const { user } = await renderAt("/all-classes", student);
  await waitFor(async () => expect(await button("Loom")).toBeEnabled());
  await user.click(await button("Loom"));
  expect(await popup("Loom: You have selected this class already.")).toBeVisible();
});

const logIn = async (user: Awaited<ReturnType<typeof renderAt>>["user"], email: string) => {
  await user.click(await screen.findByLabelText("Email"));
  await user.paste(email);
  await user.click(screen.getByLabelText("Password"));
  await user.paste("Camp-2003!");
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Log In" }));
};

test("nobody in particular is warned, logs in, comes back, and has the class selected", async () => {
  const { user, at } = await renderAt("/all-classes?q=clay");
  await user.click(await button("Clay Animals"));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Please Login at First to Select this Class" }),
  );
  await user.click(dialog.getByRole("link", { name: "Login Now!" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(api.asked("POST /selectClass")).toEqual([]);
  welcome(student);
  await logIn(user, student.email);
  expect(await popup("Clay Animals is Selected Successfully")).toBeVisible();
  expect(`${at().pathname}${at().search}`).toBe("/all-classes?q=clay");
  expect(at().state).toBeNull();
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus());
  expect(api.asked("POST /selectClass")).toHaveLength(1);
});

test("an instructor who comes back from logging in is told why nothing is selected", async () => {
  const from = { pathname: "/all-classes", state: { chosen: clay._id } };
  const { user } = await renderAt({ pathname: "/login", state: { from } });
  welcome(instructor);
  await logIn(user, instructor.email);
  expect(await popup("Clay Animals is not selected: only students select classes.")).toBeVisible();
});

test("a chosen class that is gone by then is told", async () => {
  const from = { pathname: "/all-classes", state: { chosen: "999" } };
  const { user } = await renderAt({ pathname: "/login", state: { from } });
  welcome(student);
  await logIn(user, student.email);
  expect(await popup("The class that you have chosen is not in this list any more.")).toBeVisible();
  expect(api.asked("POST /selectClass")).toEqual([]);
});

test("the warning can be left, and leaves everything as it was", async () => {
  const { user, at } = await renderAt("/all-classes");
  await user.click(await button("Loom"));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(at().pathname).toBe("/all-classes");
});
