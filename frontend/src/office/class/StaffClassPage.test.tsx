import { screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectLink, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";
import { aClass, PATH, ROSTER, respondWithClass, spaces, tabs } from "../../testing/staffClassPage";

beforeEach(respondWithClass);

const rowOf = async (name: string) =>
  within(await screen.findByRole("row", { name: new RegExp(`^\\d ${name}`) }));

test("opens with the roster, and shows the office all tabs", async () => {
  await renderAt(PATH, admin);
  expect(await screen.findByRole("heading", { level: 1, name: "Clay" })).toBeVisible();
  expect(document.title).toBe("Clay | Craft Camp");
  expect(await tabs()).toEqual(["Facts", "Roster (4)", "Waitlist (0)", "Money", "Messages", "Care"]);
  expect(screen.getByRole("link", { name: "Roster (4)" })).toHaveAttribute("aria-current", "page");
  expectLink("Mia", "/dashboard/families/12");
  expectLink("Back to Manage Classes", "/dashboard/manage-classes");
});

test("shows the instructor no money, and the office's menu only as far as they may", async () => {
  const { user } = await renderAt(`${PATH}?tab=money`, instructor);
  expect(await tabs()).not.toContain("Money");
  expect(await screen.findByRole("table", { name: "Students in this class" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Mia" })).toBeNull();
  expectLink("Back to My Classes", "/dashboard/my-classes");
  await user.click(screen.getByRole("button", { name: "Change Clay" }));
  await user.click(screen.getByRole("button", { name: "Edit" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Update Class" })).toBeVisible();
});

test("shows a substitute on the day what the instructor sees, without the menu", async () => {
  api.respond("GET /myClass/7", aClass({ instructorEmail: "other@camp.example" }));
  await renderAt(PATH, instructor);
  expect((await rowOf("Mia")).getByText("Expected")).toBeVisible();
  expect(await tabs()).toEqual(["Facts", "Roster (4)", "Waitlist (0)", "Messages", "Care"]);
  expect(screen.queryByRole("button", { name: "Change Clay" })).toBeNull();
});

test("opens with the facts of a class that nobody can book", async () => {
  api.respond("GET /myClass/7", aClass({ status: "Denied", feedback: "Too dear.", minSeats: 4 }));
  await renderAt(PATH, instructor);
  expect(await screen.findByText("Too dear.")).toBeVisible();
  expect(screen.getByText("Minimum").nextSibling).toHaveTextContent("4");
  expect(screen.getByText("Instructor").nextSibling).toHaveTextContent(instructor.name);
  expect(screen.queryByRole("link", { name: "See the page for families" })).toBeNull();
  expect(api.requests(ROSTER)).toEqual([]);
});

test("shows the facts of an approved class with the page for families", async () => {
  await renderAt(`${PATH}?tab=facts`, admin);
  expect(await screen.findByText("3 lessons, 9:00 AM – 12:00 PM", { normalizer: spaces })).toBeVisible();
  expectLink("See the page for families", "/all-classes/7");
});

test("says that a class of another instructor can't be found", async () => {
  api.fail("GET /myClass/7", 404, "not_found", "We couldn't find this.");
  await renderAt(PATH, instructor);
  expect(await screen.findByText("We can't find this class.")).toBeVisible();
  expectLink("See my classes", "/dashboard/my-classes");
});

test("shows an error and retries if the class can't be loaded", async () => {
  api.fail("GET /myClass/7", 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(PATH, admin);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond("GET /myClass/7", aClass());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Clay" })).toBeVisible();
});

test("redirects students to the home page", () => expectRedirectHome(PATH, student));
