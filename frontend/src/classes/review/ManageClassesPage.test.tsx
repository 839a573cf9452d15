import { act, screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, findToast, instructor, renderAt, student } from "../../testing/renderAt";
import type { ReviewedClass } from "../api";

const openPage = (query = "") => renderAt({ pathname: "/dashboard/manage-classes", search: query }, admin);
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

test("shows a toast and the new status when a class is approved", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await openPage();
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(approve);
  expect(await findToast("Class is Approved Successfully")).toBeVisible();
  expect((await findCard("Clay")).getByText("Approved")).toBeVisible();
});

test.each([
  ["Pending", true, true],
  ["Approved", false, false],
  ["Denied", false, true],
] as const)(
  "enables the right buttons for a class with the status %s",
  async (status, canReview, canSendFeedback) => {
    api.respond("GET /classes", [aPendingClass({ status })]);
    await openPage();
    const clay = await findCard("Clay");
    const enabled = (name: string) => !(clay.getByRole("button", { name }) as HTMLButtonElement).disabled;
    expect([enabled("Approve Clay"), enabled("Deny Clay"), enabled("Send Feedback Clay")]).toEqual([
      canReview,
      canReview,
      canSendFeedback,
    ]);
  },
);

test("shows the decision of another admin who was faster", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.fail("PATCH /classes/denied/7", 409, "already_decided", "This class has already been approved.");
  const { user } = await openPage();
  const deny = (await findCard("Clay")).getByRole("button", { name: "Deny Clay" });
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(deny);
  expect(
    await findToast("Someone else got there first. This class has already been approved."),
  ).toBeVisible();
  expect((await findCard("Clay")).getByText("Approved")).toBeVisible();
});

test("shows an error and keeps the buttons enabled if the request fails", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.fail("PATCH /classes/approved/7", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  await user.click(approve);
  expect(await findToast("The site is very busy.")).toBeVisible();
  expect(approve).toBeEnabled();
});

test("filters by status through the URL and shows the number of classes", async () => {
  api.respond("GET /classes", [
    aPendingClass(),
    aReviewedClass({ nameClass: "Paper", status: "Approved" }),
    aReviewedClass({ nameClass: "Wool", status: "Approved" }),
  ]);
  const { user, at } = await openPage();
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
  await waitFor(() => expect(screen.getByRole("article", { name: "Wool" })).toHaveFocus());
});

test("moves the focus to the card of the reviewed class if it stays in the list", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await openPage();
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(approve);
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay" })).toHaveFocus());
});

test("moves the focus to the heading when the last pending class leaves the list", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.respond("PATCH /classes/approved/7", { modifiedCount: 1 });
  const { user } = await openPage("?status=Pending");
  const approve = (await findCard("Clay")).getByRole("button", { name: "Approve Clay" });
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(approve);
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
  await openPage();
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
