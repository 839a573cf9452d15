import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { aReviewedClass, isSentHome } from "../testing/managing";
import { admin, instructor, renderAt, student, welcome } from "../testing/renderAt";
import type { ReviewedClass } from "./approval";

const TITLE = "Class Denied! Write Your Feedback Here";
const open = (query = "") => renderAt({ pathname: "/dashboard/manage-classes", search: query }, admin);
const card = async (name: string) => within(await screen.findByRole("article", { name }));
const pending = (given: Partial<ReviewedClass> = {}) =>
  aReviewedClass({ _id: "7", nameClass: "Clay", ...given });
const toast = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });

test("an admin sees every class with its facts", async () => {
  api.answer("GET /classes", [pending()]);
  await open();
  const clay = await card("Clay");
  for (const fact of ["Pending", "$45.50", "Ida Instructor", "instructor@camp.example"]) {
    expect(clay.getByText(fact)).toBeVisible();
  }
  expect(clay.getByText("Available seats").nextSibling).toHaveTextContent("6");
  expect(api.asked("GET /classes")[0]?.bearer).not.toBeNull();
});

test("approving says so, and is seen at once", async () => {
  api.answer("GET /classes", [pending()]);
  api.answer("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await open();
  const approve = (await card("Clay")).getByRole("button", { name: "Approve Clay" });
  api.answer("GET /classes", [pending({ status: "Approved" })]);
  await user.click(approve);
  expect(await toast("Class is Approved Successfully")).toBeVisible();
  expect((await card("Clay")).getByText("Approved")).toBeVisible();
});

test("denying says so as a warning, and is seen at once", async () => {
  api.answer("GET /classes", [pending()]);
  api.answer("PATCH /classes/denied/7", { modifiedCount: 1 });
  const { user } = await open();
  const deny = (await card("Clay")).getByRole("button", { name: "Deny Clay" });
  api.answer("GET /classes", [pending({ status: "Denied" })]);
  await user.click(deny);
  expect((await toast("Class is Denied!")).closest(".toast")).toHaveClass("toast-warning");
  expect((await card("Clay")).getByText("Denied")).toBeVisible();
});

test.each([
  ["Pending", true, true],
  ["Approved", false, false],
  ["Denied", false, true],
] as const)("what can be done about a class that is %s", async (status, decide, write) => {
  api.answer("GET /classes", [pending({ status })]);
  await open();
  const clay = await card("Clay");
  const enabled = (name: string) => !(clay.getByRole("button", { name }) as HTMLButtonElement).disabled;
  expect([enabled("Approve Clay"), enabled("Deny Clay"), enabled("Send Feedback Clay")]).toEqual([
    decide,
    decide,
    write,
  ]);
});

test("feedback on a pending class denies it", async () => {
  api.answer("GET /classes", [pending()]);
  api.answer("PATCH /classes/denied/7", { modifiedCount: 1 });
  const { user } = await open();
  await user.click((await card("Clay")).getByRole("button", { name: "Send Feedback Clay" }));
  const dialog = within(await screen.findByRole("dialog", { name: TITLE }));
  await user.type(dialog.getByLabelText("Feedback"), "Too dear.");
  api.answer("GET /classes", [pending({ status: "Denied", feedback: "Too dear." })]);
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  expect(await toast("Class is Denied!")).toBeVisible();
  expect(api.asked("PATCH /classes/denied/7")[0]?.body).toEqual({ feedback: "Too dear." });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await card("Clay")).getByText("Too dear.")).toBeVisible();
});

test("feedback on a denied class is added to it", async () => {
  api.answer("GET /classes", [pending({ status: "Denied", feedback: "Too dear." })]);
  api.answer("PATCH /classes/feedback/7", { modifiedCount: 1 });
  const { user } = await open();
  await user.click((await card("Clay")).getByRole("button", { name: "Send Feedback Clay" }));
  const dialog = within(await screen.findByRole("dialog", { name: TITLE }));
  await user.type(dialog.getByLabelText("Feedback"), " 20 would do.");
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await toast("The feedback has been sent.")).toBeVisible();
  expect(api.asked("PATCH /classes/feedback/7")[0]?.body).toEqual({ feedback: "Too dear. 20 would do." });
});

test("there is no feedback without a word in it", async () => {
  api.answer("GET /classes", [pending()]);
  const { user } = await open();
  await user.click((await card("Clay")).getByRole("button", { name: "Send Feedback Clay" }));
  const dialog = within(await screen.findByRole("dialog", { name: TITLE }));
  await user.type(dialog.getByLabelText("Feedback"), "   ");
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  expect(await dialog.findByText("Feedback - is required")).toBeVisible();
  expect(api.asked("PATCH /classes/denied/7")).toEqual([]);
});

test("who decides second is told what the first decided, and sees it", async () => {
  api.answer("GET /classes", [pending()]);
  api.refuse("PATCH /classes/denied/7", 409, "already_decided", "This class has already been approved.");
  const { user } = await open();
  const deny = (await card("Clay")).getByRole("button", { name: "Deny Clay" });
  api.answer("GET /classes", [pending({ status: "Approved" })]);
  await user.click(deny);
  expect(await toast("Somebody else was quicker. This class has already been approved.")).toBeVisible();
  expect((await card("Clay")).getByText("Approved")).toBeVisible();
});

test("feedback that came second keeps its text until the dialog is closed", async () => {
  api.answer("GET /classes", [pending()]);
  api.refuse("PATCH /classes/denied/7", 409, "already_decided", "This class has already been approved.");
  const { user } = await open();
  await user.click((await card("Clay")).getByRole("button", { name: "Send Feedback Clay" }));
  const dialog = within(await screen.findByRole("dialog", { name: TITLE }));
  await user.type(dialog.getByLabelText("Feedback"), "Too dear.");
  api.answer("GET /classes", [pending({ status: "Approved" })]);
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  expect(
    await dialog.findByText("Somebody else was quicker. This class has already been approved."),
  ).toBeVisible();
  expect(dialog.getByLabelText("Feedback")).toHaveValue("Too dear.");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(await (await card("Clay")).findByText("Approved")).toBeVisible();
});

test("feedback outlives a session that ends under it", async () => {
  api.answer("GET /classes", [pending()]);
  api.refuse("PATCH /classes/denied/7", 401, "bad_token", "Log in first.");
  const { user, at } = await open();
  await user.click((await card("Clay")).getByRole("button", { name: "Send Feedback Clay" }));
  const dialog = within(await screen.findByRole("dialog", { name: TITLE }));
  await user.type(dialog.getByLabelText("Feedback"), "Too dear.");
  api.refuse("POST /jwt", 401, "bad_token", "Log in first.");
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  welcome(admin);
  await user.type(await screen.findByLabelText("Email"), admin.email);
  await user.type(screen.getByLabelText("Password"), "Camp-2003!");
  await user.click(screen.getByRole("button", { name: "Log In" }));
  const again = within(await screen.findByRole("dialog", { name: TITLE }));
  expect(again.getByLabelText("Feedback")).toHaveValue("Too dear.");
});

test("a decision that did not arrive says so, and can be made again", async () => {
  api.answer("GET /classes", [pending()]);
  api.refuse("PATCH /classes/approved/7", 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  const approve = (await card("Clay")).getByRole("button", { name: "Approve Clay" });
  await user.click(approve);
  expect(await toast("The site is very busy.")).toBeVisible();
  expect(approve).toBeEnabled();
});

test("the filter stands in the address, and counts", async () => {
  api.answer("GET /classes", [
    pending(),
    aReviewedClass({ nameClass: "Paper", status: "Approved" }),
    aReviewedClass({ nameClass: "Wool", status: "Approved" }),
  ]);
  const { user, at } = await open();
  await card("Paper");
  const filter = within(screen.getByRole("navigation", { name: "Classes by status" }));
  expect(filter.getByRole("link", { name: "All (3)" })).toHaveAttribute("aria-current", "page");
  await user.click(filter.getByRole("link", { name: "Approved (2)" }));
  expect(at().search).toBe("?status=Approved");
  await waitFor(() => expect(screen.queryByRole("article", { name: "Clay" })).toBeNull());
  expect(screen.getAllByRole("article")).toHaveLength(2);
});

test("when a decided class leaves the list, the focus goes to the one that takes its place", async () => {
  const [first, last] = [pending(), aReviewedClass({ nameClass: "Wool" })];
  api.answer("GET /classes", [first, last]);
  api.answer("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await open("?status=Pending");
  const approve = (await card("Clay")).getByRole("button", { name: "Approve Clay" });
  api.answer("GET /classes", [{ ...first, status: "Approved" }, last]);
  await user.click(approve);
  await waitFor(() => expect(screen.getByRole("article", { name: "Wool" })).toHaveFocus());
});

test("a decided class that stays in the list keeps the focus, on its card", async () => {
  api.answer("GET /classes", [pending()]);
  api.answer("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await open();
  const approve = (await card("Clay")).getByRole("button", { name: "Approve Clay" });
  api.answer("GET /classes", [pending({ status: "Approved" })]);
  await user.click(approve);
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay" })).toHaveFocus());
});

test("when the last pending class leaves the list, the focus goes to the heading", async () => {
  api.answer("GET /classes", [pending()]);
  api.answer("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await open("?status=Pending");
  const approve = (await card("Clay")).getByRole("button", { name: "Approve Clay" });
  api.answer("GET /classes", [pending({ status: "Approved" })]);
  await user.click(approve);
  expect(await screen.findByText("No class is waiting for a decision.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("a long list is drawn in parts", async () => {
  api.answer(
    "GET /classes",
    Array.from({ length: 35 }, (_, place) => aReviewedClass({ nameClass: `Class ${place}` })),
  );
  const { user } = await open();
  await card("Class 0");
  expect(screen.getAllByRole("article")).toHaveLength(30);
  await user.click(screen.getByRole("button", { name: "Show more (5)" }));
  expect(screen.getAllByRole("article")).toHaveLength(35);
});

test("without any class the page says what comes", async () => {
  api.answer("GET /classes", []);
  await open();
  expect(await screen.findByText("There are no classes yet.")).toBeVisible();
});

test("classes that cannot be had are asked for again", async () => {
  api.refuse("GET /classes", 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.answer("GET /classes", [pending()]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await card("Clay");
});

test.each([student, instructor])("no other role may see it: %s", async (visitor) => {
  await isSentHome("/dashboard/manage-classes", visitor);
});
