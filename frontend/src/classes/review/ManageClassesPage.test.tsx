import { act, screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass, inMinutes } from "../../testing/builders";
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
  const { user } = await openPage("?status=All");
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
  ["Pending", ["Approve", "Deny", "Send Feedback", "Change Instructor"]],
  ["Approved", ["Change Instructor", "Withdraw"]],
  ["Denied", ["Send Feedback", "Change Instructor"]],
] as const)("shows only the buttons that work for a class with the status %s", async (status, names) => {
  api.respond("GET /classes", [aPendingClass({ status })]);
  await openPage("?status=All");
  const buttons = (await findCard("Clay")).getAllByRole("button");
  expect(buttons.map((button) => button.textContent)).toEqual(names.map((name) => `${name} Clay`));
  for (const button of buttons) expect(button).toBeEnabled();
});

test("shows the decision of another admin who was faster", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.fail("PATCH /classes/approved/7", 409, "already_decided", "This class has already been denied.");
  const { user } = await openPage("?status=All");
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

test("searches by class and instructor and sorts, through the URL", async () => {
  api.respond("GET /classes", [
    aPendingClass({ nameClass: "Wool", startsAt: "2027-07-05T13:00:00Z" }),
    aPendingClass({ _id: "8", nameClass: "Clay", startsAt: "2027-06-05T13:00:00Z" }),
    aPendingClass({ _id: "9", nameClass: "Felt", instructorName: "José Brown" }),
  ]);
  const { user, at } = await openPage();
  await findCard("Wool");
  const names = () =>
    screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
  await user.selectOptions(screen.getByLabelText("Sort by"), "Starting soonest");
  expect(names()).toEqual(["Clay", "Wool", "Felt"]);
  await user.selectOptions(screen.getByLabelText("Sort by"), "Oldest first");
  expect(names()).toEqual(["Felt", "Clay", "Wool"]);
  await user.type(screen.getByLabelText("Search by class or instructor"), "jose");
  expect(names()).toEqual(["Felt"]);
  await advanceTime({ seconds: 1 });
  expect(at().search).toBe("?q=jose&sort=oldest");
  await user.click(screen.getByRole("link", { name: "All (3)" }));
  expect(at().search).toBe("?q=jose&sort=oldest&status=All");
  await user.type(screen.getByLabelText("Search by class or instructor"), "x");
  expect(await screen.findByText("No classes match")).toBeVisible();
});

test("filters by status through the URL and shows the number of classes", async () => {
  api.respond("GET /classes", [
    aPendingClass(),
    aReviewedClass({ nameClass: "Paper", status: "Approved" }),
    aReviewedClass({ nameClass: "Wool", status: "Approved" }),
  ]);
  const { user, at } = await openPage("?status=All");
  await findCard("Paper");
  const filter = within(screen.getByRole("navigation", { name: "Classes by status" }));
  expect(filter.getByRole("link", { name: "All (3)" })).toHaveAttribute("aria-current", "page");
  await user.click(filter.getByRole("link", { name: "Approved (2)" }));
  expect(at().search).toBe("?status=Approved");
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
  const { user } = await openPage("?status=All");
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(approve);
  await advanceTime({ seconds: 10 });
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay" })).toHaveFocus());
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
    Array.from({ length: 35 }, (_, index) => aReviewedClass({ nameClass: `Class ${index}` })),
  );
  const { user } = await openPage();
  await findCard("Class 0");
  expect(screen.getAllByRole("article")).toHaveLength(30);
  await user.click(screen.getByRole("button", { name: "Show more (5)" }));
  expect(screen.getAllByRole("article")).toHaveLength(35);
});

test("shows as many classes as before when the user comes back to the list", async () => {
  const classes = Array.from({ length: 35 }, () => aReviewedClass());
  api.respond("GET /classes", classes);
  const { user, router } = await openPage();
  await user.click(await screen.findByRole("button", { name: "Show more (5)" }));
  await act(() => router.navigate("/no/such/page"));
  await act(() => router.navigate(-1));
  expect(await screen.findAllByRole("article")).toHaveLength(35);
});

test("shows an empty state without classes", async () => {
  api.respond("GET /classes", []);
  await openPage("?status=All");
  expect(await screen.findByText("No classes yet")).toBeVisible();
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

test("shows the classes that begin soon with too few seats sold, where the dashboard leads to them", async () => {
  const soon = { status: "Approved" as const, startsAt: inMinutes(13 * 24 * 60), minSeats: 4, enroll: 3 };
  api.respond("GET /classes", [
    aReviewedClass({ ...soon, nameClass: "Clay" }),
    aReviewedClass({ ...soon, nameClass: "Enough", enroll: 4 }),
    aReviewedClass({ ...soon, nameClass: "Later", startsAt: inMinutes(15 * 24 * 60) }),
    aReviewedClass({ ...soon, nameClass: "Pending", status: "Pending" }),
  ]);
  const { user } = await openPage("?show=below_minimum");
  await findCard("Clay");
  expect(screen.getAllByRole("article")).toHaveLength(1);
  await user.click(screen.getByRole("link", { name: "Show other classes" }));
  expect(await screen.findByRole("article", { name: "Pending" })).toBeVisible();
});
