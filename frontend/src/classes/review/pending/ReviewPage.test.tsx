import { screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass } from "../../../testing/builders";
import { deferred } from "../../../testing/fakes/deferred";
import { api } from "../../../testing/fakes/fakeApi";
import {
  admin,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
} from "../../../testing/renderAt";
import { advanceTime } from "../../../testing/time";

type MyClass = ReturnType<typeof aReviewedClass>;

const aPending = (_id: string, nameClass: string, overrides: Partial<MyClass> = {}) =>
  aReviewedClass({ _id, nameClass, description: `All about ${nameClass}.`, ...overrides });

/** The server lists the newest first. */
const classes = () => [aPending("9", "Wool"), aPending("8", "Felt"), aPending("7", "Clay")];

function serve(list: MyClass[]) {
  api.respond("GET /classes", list);
  for (const each of list) {
    api.respond(`GET /myClass/${each._id}` as "GET /myClass/7", each);
    api.respond(`PATCH /classes/approved/${each._id}` as "PATCH /classes/approved/7", { modifiedCount: 1 });
    api.respond(`PATCH /classes/denied/${each._id}` as "PATCH /classes/denied/7", { modifiedCount: 1 });
  }
}

async function openReview(id = "7", list = classes()) {
  serve(list);
  const view = await renderAt(`/dashboard/manage-classes/${id}`, admin);
  await screen.findByRole("heading", { level: 2, name: list.find(({ _id }) => _id === id)?.nameClass });
  return view;
}

const heading = (name: string) => screen.findByRole("heading", { level: 2, name });
const list = () => within(screen.getByRole("navigation", { name: /waiting/i }));

test("shows the page of a pending class beside the list, the oldest first", async () => {
  await openReview("7", [
    aPending("8", "Felt"),
    aPending("7", "Clay", { bring: "An apron", price: 30, place: "Pottery" }),
    aReviewedClass({ status: "Approved" }),
  ]);
  for (const text of ["All about Clay.", "An apron", "$30.00", "Pottery"])
    expect(await screen.findByText(text)).toBeVisible();
  expect(
    list()
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Clay", "Felt"]);
  expect(list().getByRole("link", { name: "Clay" })).toHaveAttribute("aria-current", "page");
});

test("shows what has changed in a class that was denied before", async () => {
  const { nameClass, description, image, place, bring, craft, ageFrom, ageTo } = aPending("7", "Clay");
  const early = { earlyPrice: null, earlyUntil: null };
  const before = { nameClass, description, image, place, bring, craft, ageFrom, ageTo, ...early };
  await openReview("7", [
    aPending("7", "Clay", {
      feedback: "Too dear.",
      price: 30,
      deniedVersion: { ...before, price: 45.5, capacity: 10, description: "Mud." },
    }),
  ]);
  expect(await screen.findByText("Too dear.")).toBeVisible();
  const changes = within(screen.getByRole("region", { name: "Changed since then" }));
  expect(changes.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "Price",
    "Description",
  ]);
  expect(changes.getByText("$45.50").tagName).toBe("DEL");
  expect(changes.getByText("$30.00").tagName).toBe("INS");
});

test("approves with a click and opens the next class, and sends the approval after ten seconds", async () => {
  const { user, at } = await openReview();
  await user.click(screen.getByRole("button", { name: "Approve Clay" }));
  expect(await heading("Felt")).toHaveFocus();
  expect(at().pathname).toBe("/dashboard/manage-classes/8");
  expect(list().queryByRole("link", { name: "Clay" })).toBeNull();
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(0);
  await advanceTime({ seconds: 10 });
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(1);
  expect(await findToast("Class is Approved Successfully")).toBeVisible();
});

test("opens the class again when its approval is undone", async () => {
  const { user } = await openReview();
  await user.click(screen.getByRole("button", { name: "Approve Clay" }));
  await user.click(screen.getByRole("button", { name: "Undo the approval of Clay" }));
  expect(await heading("Clay")).toHaveFocus();
  await advanceTime({ seconds: 20 });
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(0);
});

test("denies with a reason in one call and opens the next class", async () => {
  const { user } = await openReview();
  await user.click(screen.getByRole("button", { name: "Deny Clay" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Class Denied! Write Your Feedback Here" }),
  );
  await user.type(dialog.getByLabelText("Feedback"), "Add a date.");
  serve([aPending("9", "Wool"), aPending("8", "Felt"), aPending("7", "Clay", { status: "Denied" })]);
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  expect(await findToast("Class is Denied!")).toBeVisible();
  expect(api.requests("PATCH /classes/denied/7").map(({ body }) => body)).toEqual([
    { feedback: "Add a date." },
  ]);
  await advanceTime({ seconds: 1 });
  expect(await heading("Felt")).toHaveFocus();
});

test("works with keys alone", async () => {
  const { user } = await openReview();
  expect(screen.getByRole("heading", { level: 1, name: "Review Classes" })).toHaveFocus();
  await user.keyboard("a");
  expect(await heading("Felt")).toHaveFocus();
  await user.keyboard("n");
  expect(await heading("Wool")).toHaveFocus();
  await user.keyboard("p");
  expect(await heading("Felt")).toHaveFocus();
  await user.keyboard("u");
  expect(await heading("Clay")).toHaveFocus();
  await user.keyboard("d");
  const feedback = within(await screen.findByRole("dialog")).getByLabelText("Feedback");
  await user.type(feedback, "a dull day");
  expect(feedback).toHaveValue("a dull day");
  await advanceTime({ seconds: 20 });
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(0);
});

test("approves one class with a key that is held down", async () => {
  const { user } = await openReview();
  await user.keyboard("{a>5/}");
  expect(await heading("Felt")).toHaveFocus();
  expect(screen.getAllByRole("button", { name: /^Undo/ })).toHaveLength(1);
});

test("goes back from a decided class to the last pending one", async () => {
  const { user } = await openReview("7", [
    aPending("9", "Wool"),
    aPending("8", "Felt"),
    aPending("7", "Clay", { status: "Approved" }),
  ]);
  await user.keyboard("p");
  expect(await heading("Wool")).toHaveFocus();
});

test("can't undo an approval that is being sent", async () => {
  const { user } = await openReview();
  const response = deferred<{ status: 200; body: { modifiedCount: number } }>();
  api.handle("PATCH /classes/approved/7", () => response.promise);
  await user.keyboard("a");
  await advanceTime({ seconds: 10 });
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(list().queryByRole("link", { name: "Clay" })).toBeNull();
  await user.keyboard("u");
  expect(await heading("Felt")).toBeVisible();
  response.resolve({ status: 200, body: { modifiedCount: 1 } });
  expect(await findToast("Class is Approved Successfully")).toBeVisible();
});

test("approves the chosen classes together", async () => {
  const { user } = await openReview();
  await user.click(screen.getByLabelText("Choose Clay"));
  await user.click(screen.getByLabelText("Choose Wool"));
  await user.click(screen.getByRole("button", { name: "Approve the 2 chosen" }));
  expect(await heading("Felt")).toHaveFocus();
  await advanceTime({ seconds: 10 });
  for (const id of ["7", "9"] as const)
    expect(api.requests(`PATCH /classes/approved/${id}` as "PATCH /classes/approved/7")).toHaveLength(1);
});

test("stays at the last class after its approval", async () => {
  const { user } = await openReview("7", [aPending("7", "Clay")]);
  await user.click(screen.getByRole("button", { name: "Approve Clay" }));
  expect(await heading("Clay")).toHaveFocus();
  expect(screen.getByText("No other class is waiting")).toBeVisible();
  serve([aPending("7", "Clay", { status: "Approved" })]);
  await advanceTime({ seconds: 10 });
  await waitFor(() => expect(screen.getByText("Approved")).toBeVisible());
  expect(screen.queryByRole("button", { name: /Approve|Deny|Next/ })).toBeNull();
});

test("shows the error page for an unknown class", async () => {
  api.respond("GET /classes", []);
  await renderAt("/dashboard/manage-classes/7", admin);
  expect(await screen.findByText("Sorry, we can't find that page.")).toBeVisible();
});

test.each([student, instructor])("redirects the role $role to the home page", async (user) => {
  await expectRedirectHome("/dashboard/manage-classes/7", user);
});
