import { screen, within } from "@testing-library/react";
import { anOwnClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";

const MY_CLASSES = "GET /myClasses/instructor%40camp.example";

const openPage = () => renderAt("/dashboard/my-classes", instructor);
const findCard = async (name: string) => within(await screen.findByRole("article", { name }));

test("shows each class with its details and the links to update it and to its roster", async () => {
  api.respond(MY_CLASSES, [anOwnClass({ _id: "7", nameClass: "Clay", status: "Approved" })]);
  await openPage();
  const clay = await findCard("Clay");
  expect(clay.getByText("Approved")).toBeVisible();
  expect(clay.getByText("$45.50")).toBeVisible();
  expect(clay.getByText("with Ida Instructor")).toBeVisible();
  expect(clay.getByText(instructor.email)).toBeVisible();
  expect(clay.getByText(/sold/)).toHaveTextContent("4 of 10 sold, $182");
  expect(clay.getByText("Available seats").nextSibling).toHaveTextContent("6");
  expect(clay.getByText("Enrolled").nextSibling).toHaveTextContent("4");
  expect(clay.getByRole("link", { name: "Update Clay" })).toHaveAttribute(
    "href",
    "/dashboard/update-class/7",
  );
  expect(clay.getByRole("link", { name: "Roster Clay" })).toHaveAttribute("href", "/dashboard/classes/7");
  expect(document.title).toBe("My Classes | Craft Camp");
});

test("shows the feedback of a denied class and what to do next", async () => {
  api.respond(MY_CLASSES, [anOwnClass({ nameClass: "Clay", status: "Denied", feedback: "Too dear." })]);
  await openPage();
  const clay = await findCard("Clay");
  expect(clay.getByText("Too dear.")).toBeVisible();
  expect(clay.getByText("Update the class to send it for approval again.")).toBeVisible();
});

test("shows that a denied class was resubmitted", async () => {
  api.respond(MY_CLASSES, [
    anOwnClass({ nameClass: "Clay", feedback: "Too dear." }),
    anOwnClass({ nameClass: "Paper" }),
  ]);
  await openPage();
  expect((await findCard("Clay")).getByText("Sent for approval again.")).toBeVisible();
  expect((await findCard("Paper")).getByText("Waiting for approval.")).toBeVisible();
});

test("filters the classes by the status in the URL", async () => {
  api.respond(MY_CLASSES, [
    anOwnClass({ nameClass: "Clay", status: "Approved" }),
    anOwnClass({ nameClass: "Paper", status: "Denied" }),
  ]);
  const { user, at } = await openPage();
  await findCard("Clay");
  await user.click(screen.getByRole("link", { name: "Denied (1)" }));
  expect(at().search).toBe("?status=Denied");
  expect(screen.queryByRole("article", { name: "Clay" })).toBeNull();
  expect(screen.getByRole("article", { name: "Paper" })).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Pending (0)" }));
  expect(screen.getByText("You have no classes with this status.")).toBeVisible();
});

test("links to the form for the first class if there is none", async () => {
  api.respond(MY_CLASSES, []);
  await openPage();
  expect(await screen.findByText("You haven't added a class yet.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Add your first class" })).toHaveAttribute(
    "href",
    "/dashboard/add-class",
  );
});

test("shows an error and retries if the classes cannot be loaded", async () => {
  api.fail(MY_CLASSES, 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond(MY_CLASSES, [anOwnClass({ nameClass: "Clay" })]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await findCard("Clay");
});

test.each([student, admin])("redirects the role $role to the home page", async (user) => {
  await expectRedirectHome("/dashboard/my-classes", user);
});

test("says which class is over", async () => {
  const over = { nameClass: "Coiled Baskets", status: "Approved", endedAt: "2020-07-10T16:00:00Z" } as const;
  api.respond(MY_CLASSES, [anOwnClass(over), anOwnClass({ nameClass: "Glaze Lab" })]);
  await renderAt("/dashboard/my-classes", instructor);
  const card = within(await screen.findByRole("article", { name: "Coiled Baskets" }));
  expect(card.getByText("This class has ended.")).toBeVisible();
  expect(screen.getAllByText("This class has ended.")).toHaveLength(1);
});

test("says which class cannot be booked, because it has no dates anymore", async () => {
  const removed = { nameClass: "Coiled Baskets", lessonsRemovedAt: "2026-07-10T16:00:00Z" };
  api.respond(MY_CLASSES, [anOwnClass(removed), anOwnClass({ nameClass: "Glaze Lab" })]);
  await renderAt("/dashboard/my-classes", instructor);
  const card = within(await screen.findByRole("article", { name: "Coiled Baskets" }));
  expect(card.getByText(/has no dates right now, so nobody can book it/)).toBeVisible();
  expect(screen.getAllByText(/has no dates right now/)).toHaveLength(1);
});

test("shows when and why a class was withdrawn, and offers no update of it", async () => {
  const withdrawn = { status: "Denied" as const, withdrawnAt: "2026-07-04T15:00:00Z" };
  api.respond(MY_CLASSES, [
    anOwnClass({ _id: "7", nameClass: "Clay", feedback: "The roof leaks.", ...withdrawn }),
  ]);
  await renderAt("/dashboard/my-classes", instructor);
  const card = within(await screen.findByRole("article", { name: "Clay" }));
  expect(card.getByText("Withdrawn")).toBeVisible();
  expect(card.getByText("Withdrawn on Jul 4, 2026")).toBeVisible();
  expect(card.getByText("The roof leaks.")).toBeVisible();
  expect(card.queryByText(/send it for approval again/)).toBeNull();
  expect(card.queryByRole("link", { name: "Update Clay" })).toBeNull();
  expect(card.getByRole("link", { name: "Duplicate Clay" })).toBeVisible();
});
