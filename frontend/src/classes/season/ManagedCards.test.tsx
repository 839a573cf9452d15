import { act, screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, findToast, instructor, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import type { ReviewedClass } from "../api";

const openPage = (query = "") => renderAt({ pathname: "/dashboard/manage-classes", search: query }, admin);
type Router = Awaited<ReturnType<typeof renderAt>>["router"];
const findCard = async (name: string) => within(await screen.findByRole("article", { name }));
const aPendingClass = (overrides: Partial<ReviewedClass> = {}) =>
  aReviewedClass({ _id: "7", nameClass: "Clay", ...overrides });

test("shows every class with its details", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  await openPage();
  const clay = await findCard("Clay");
  for (const detail of ["Pending", "$45.50", "with Ida Instructor", "instructor@camp.example"]) {
    expect(clay.getByText(detail)).toBeVisible();
  }
  expect(clay.getByText("Available seats").nextSibling).toHaveTextContent("6");
  expect(api.requests("GET /classes")[0]?.bearer).not.toBeNull();
});

test("approves a class ten seconds after the click, with a toast and the new status", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await openPage("?view=cards");
  const clay = await findCard("Clay");
  await user.click(clay.getByRole("button", { name: "Approve Clay" }));
  expect(clay.queryByRole("button", { name: "Approve Clay" })).toBeNull();
  expect(screen.getByText("“Clay” will be approved in 10 seconds.")).toBeVisible();
  await advanceTime({ seconds: 9 });
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(0);
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await advanceTime({ seconds: 1 });
  expect(await findToast("Class is Approved Successfully")).toBeVisible();
  expect((await findCard("Clay")).getByText("Approved")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("takes an approval back within ten seconds", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  const { user } = await openPage();
  await user.click((await findCard("Clay")).getByRole("button", { name: "Approve Clay" }));
  await user.click(screen.getByRole("button", { name: "Undo the approval of Clay" }));
  expect(screen.getByRole("article", { name: "Clay" })).toHaveFocus();
  await advanceTime({ seconds: 20 });
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(0);
  expect(screen.getByRole("button", { name: "Approve Clay" })).toBeVisible();
});

test.each([
  ["opens another page", (router: Router) => act(() => router.navigate("/dashboard/profile"))],
  ["closes the tab", () => act(async () => window.dispatchEvent(new Event("pagehide")))],
] as const)("sends a waiting approval at once, and only once, when the admin %s", async (_name, leave) => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user, router } = await openPage();
  await user.click((await findCard("Clay")).getByRole("button", { name: "Approve Clay" }));
  await leave(router);
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(1);
  await advanceTime({ seconds: 20 });
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(1);
});

test("says that an approval was not sent if the admin logs out first", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  const { user } = await openPage();
  await user.click((await findCard("Clay")).getByRole("button", { name: "Approve Clay" }));
  await user.click(screen.getByRole("button", { name: "Log Out" }));
  expect(await findToast("“Clay” wasn't approved, because you logged out first.")).toBeVisible();
  expect(api.requests("PATCH /classes/approved/7")).toHaveLength(0);
});

test.each([
  ["Pending", ["Approve", "Deny", "Send Feedback"]],
  ["Approved", []],
  ["Denied", ["Send Feedback"]],
] as const)("enables only the buttons that work for a class with the status %s", async (status, enabled) => {
  api.respond("GET /classes", [aPendingClass({ status })]);
  await openPage("?view=cards");
  const card = await findCard("Clay");
  for (const name of ["Approve", "Deny", "Send Feedback"] as const) {
    const button = card.getByRole("button", { name: `${name} Clay` });
    if ((enabled as readonly string[]).includes(name)) expect(button).toBeEnabled();
    else expect(button).toBeDisabled();
  }
});

test.each([
  ["Pending", ["Edit", "Duplicate", "Review", "Change instructor"]],
  ["Approved", ["Edit", "Duplicate", "Change instructor", "Withdraw"]],
] as const)("has a menu of the rest for a class with the status %s", async (status, actions) => {
  api.respond("GET /classes", [aPendingClass({ status })]);
  const { user } = await openPage("?view=cards");
  const card = await findCard("Clay");
  await user.click(card.getByRole("button", { name: "Change Clay" }));
  const items = [...card.getAllByRole("button")].map(({ textContent }) => textContent);
  expect(items.filter((text) => !text?.endsWith("Clay"))).toEqual(actions);
});

test("shows the decision of another admin who was faster", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.fail("PATCH /classes/approved/7", 409, "already_decided", "This class has already been denied.");
  const { user } = await openPage("?view=cards");
  await user.click((await findCard("Clay")).getByRole("button", { name: "Approve Clay" }));
  api.respond("GET /classes", [aPendingClass({ status: "Denied" })]);
  await advanceTime({ seconds: 10 });
  expect(
    await findToast("“Clay”: Someone else got there first. This class has already been denied."),
  ).toBeVisible();
  expect((await findCard("Clay")).getByText("Denied")).toBeVisible();
});

test("shows an error and the button again if the request fails", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.fail("PATCH /classes/approved/7", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  await user.click((await findCard("Clay")).getByRole("button", { name: "Approve Clay" }));
  await advanceTime({ seconds: 10 });
  expect(await findToast("“Clay”: The site is very busy.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Approve Clay" })).toBeEnabled();
});

test("opens on the pending classes, and links to the review of the oldest", async () => {
  api.respond("GET /classes", [
    aPendingClass({ _id: "9", nameClass: "Felt" }),
    aPendingClass(),
    aReviewedClass({ nameClass: "Paper", status: "Approved" }),
  ]);
  await openPage();
  await findCard("Clay");
  expect(screen.queryByRole("article", { name: "Paper" })).toBeNull();
  expect(screen.getByRole("link", { name: "Pending (2)" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("link", { name: "Review 2 pending classes" })).toHaveAttribute(
    "href",
    "/dashboard/manage-classes/7",
  );
});

test("shows the pending cards first, searched and sorted through the URL", async () => {
  api.respond("GET /classes", [
    aPendingClass({ nameClass: "Wool", startsAt: "2027-07-05T13:00:00Z" }),
    aPendingClass({ _id: "8", nameClass: "Clay", startsAt: "2027-06-05T13:00:00Z", status: "Approved" }),
    aPendingClass({ _id: "9", nameClass: "Felt", instructorName: "José Brown" }),
  ]);
  const { user, at } = await openPage("?view=cards");
  await findCard("Wool");
  const names = () =>
    screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
  expect(names()).toEqual(["Felt", "Wool", "Clay"]);
  await user.selectOptions(screen.getByLabelText("Sort by"), "First day");
  expect(names()).toEqual(["Wool", "Felt", "Clay"]);
  await user.type(screen.getByLabelText(/^Search by class/), "jose");
  expect(names()).toEqual(["Felt"]);
  await advanceTime({ seconds: 1 });
  expect(at().search).toBe("?view=cards&q=jose&sort=days");
  await user.click(screen.getByRole("link", { name: "Pending (2)" }));
  expect(at().search).toBe("?view=cards&q=jose&sort=days&status=Pending");
  await user.type(screen.getByLabelText(/^Search by class/), "x");
  await user.click(await screen.findByRole("button", { name: "Show all classes" }));
  expect(names()).toHaveLength(3);
});

test("opens as a table if nothing waits, and switches between both in the address", async () => {
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  const { user, at } = await openPage();
  expect(await screen.findByRole("table")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Cards" }));
  expect(screen.queryByRole("table")).toBeNull();
  await findCard("Clay");
  expect(at().search).toBe("?view=cards&status=All");
});

test("filters by days", async () => {
  const on = (day: string) => ({ firstDay: day, lastDay: day });
  api.respond("GET /classes", [
    aPendingClass({ nameClass: "Early", ...on("2027-07-05") }),
    aPendingClass({ _id: "8", nameClass: "Late", ...on("2027-07-12") }),
    aPendingClass({ _id: "9", nameClass: "Undated" }),
  ]);
  await openPage("?from=2027-07-06&to=2027-07-12");
  await screen.findByText("Late");
  expect(screen.queryByText("Early")).toBeNull();
  expect(screen.queryByText("Undated")).toBeNull();
});

test("filters by status through the URL and shows the number of classes", async () => {
  api.respond("GET /classes", [
    aPendingClass(),
    aReviewedClass({ nameClass: "Paper", status: "Approved" }),
    aReviewedClass({ nameClass: "Wool", status: "Approved" }),
  ]);
  const { user, at } = await openPage("?view=cards");
  await findCard("Paper");
  const filter = within(screen.getByRole("navigation", { name: "Classes by status" }));
  expect(filter.getByRole("link", { name: "All (3)" })).toHaveAttribute("aria-current", "page");
  await user.click(filter.getByRole("link", { name: "Approved (2)" }));
  expect(at().search).toBe("?view=cards&status=Approved");
  await waitFor(() => expect(screen.queryByRole("article", { name: "Clay" })).toBeNull());
  expect(screen.getAllByRole("article")).toHaveLength(2);
});

test("moves the focus to the next card when the reviewed class leaves the list", async () => {
  const [first, last] = [aPendingClass(), aReviewedClass({ nameClass: "Wool" })];
  api.respond("GET /classes", [first, last]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await openPage("?status=Pending");
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  api.respond("GET /classes", [{ ...first, status: "Approved" }, last]);
  await user.click(approve);
  await advanceTime({ seconds: 10 });
  await waitFor(() => expect(screen.getByRole("article", { name: "Wool" })).toHaveFocus());
});

test("moves the focus to the card of the reviewed class if it stays in the list", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await openPage("?view=cards");
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(approve);
  await advanceTime({ seconds: 10 });
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay" })).toHaveFocus());
});

test("moves the focus to the card after a denial that disables the button", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/denied/7", { modifiedCount: 1 });
  const { user } = await openPage("?view=cards");
  await user.click((await findCard("Clay")).getByRole("button", { name: "Deny Clay" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Feedback"), "Too short.");
  api.respond("GET /classes", [aPendingClass({ status: "Denied", feedback: "Too short." })]);
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay" })).toHaveFocus());
  expect((await findCard("Clay")).getByRole("button", { name: "Deny Clay" })).toBeDisabled();
});

test("moves the focus to the heading when the last pending class leaves the list", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await openPage("?status=Pending");
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(approve);
  await advanceTime({ seconds: 10 });
  expect(await screen.findByText("No classes are waiting for review.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("shows a long list in batches", async () => {
  api.respond(
    "GET /classes",
    Array.from({ length: 41 }, (_, index) => aReviewedClass({ nameClass: `Class ${index}` })),
  );
  const { user } = await openPage();
  await findCard("Class 0");
  expect(screen.getAllByRole("article")).toHaveLength(5);
  await user.click(screen.getByRole("button", { name: "Show more (36)" }));
  expect(screen.getAllByRole("article")).toHaveLength(35);
});

test("shows as many classes as before when the user comes back to the list", async () => {
  const classes = Array.from({ length: 35 }, () => aReviewedClass());
  api.respond("GET /classes", classes);
  const { user, router } = await openPage();
  await user.click(await screen.findByRole("button", { name: "Show more (30)" }));
  await act(() => router.navigate("/no/such/page"));
  await act(() => router.navigate(-1));
  expect(await screen.findAllByRole("article")).toHaveLength(35);
});

test("shows an empty state without classes", async () => {
  api.respond("GET /classes", []);
  await openPage("?view=cards");
  expect(await screen.findByText("No classes here yet")).toBeVisible();
});

test("shows an error and retries if the classes cannot be loaded", async () => {
  api.fail("GET /classes", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond("GET /classes", [aPendingClass()]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await findCard("Clay");
});

test.each([student, instructor])("redirects the role $role to the home page", async (user) => {
  await expectRedirectHome("/dashboard/manage-classes", user);
});

test("shows the classes that the server finds below their minimum, where the dashboard leads to them", async () => {
  api.respond("GET /classes", [
    aReviewedClass({ nameClass: "Clay", status: "Approved", belowMinimum: true }),
    aReviewedClass({ nameClass: "Pending" }),
  ]);
  const { user } = await openPage("?show=below_minimum");
  expect(await screen.findByText("Clay")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Pending" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Show"), "All classes");
  expect(await screen.findByRole("link", { name: "Pending" })).toBeVisible();
});
