import { screen, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { aNeed, anOwnClass, aReviewedClass, inMinutes } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectLink, instructor, renderAt } from "../../testing/renderAt";
import { aRow, aLesson as aTodayLesson } from "../../testing/today";

const DAY = 24 * 60;
const dayIn = (days: number) => inMinutes(days * DAY).slice(0, 10);
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

describe("the dashboard of an admin", () => {
  beforeEach(() => {
    api.respond("GET /classes", []);
    api.respond("GET /today", []);
  });

  test("lists what needs the office, each with its number, its sum and its rows", async () => {
    const money = "/dashboard/money?kind=owed&kind=failed";
    api.respond("GET /needs", [
      aNeed({ count: 2 }),
      aNeed({ kind: "owed", count: 1, amount: 45.5, href: money }),
      aNeed({ kind: "email_failed", count: 1, href: "/admin/mail/outboxemail/?state=FAILED" }),
    ]);
    await renderAt("/dashboard", admin);
    const needs = within(await screen.findByRole("region", { name: "Needs you" }));
    await needs.findAllByRole("listitem");
    expectLink("2 classes wait for your decision", "/dashboard/manage-classes?status=Pending", needs);
    expectLink("1 payment to pay back by hand", money, needs);
    expect(needs.getByText("$45.50")).toBeVisible();
    expect(needs.getByRole("button", { name: "1 email wasn't delivered this week" })).toBeVisible();
    const menu = within(screen.getByRole("navigation", { name: "Dashboard" }));
    expect(menu.getByRole("link", { name: "Dashboard 3 things need you" })).toBeVisible();
  });

  test("says that nothing waits and no lesson takes place", async () => {
    await renderAt("/dashboard", admin);
    expect(await screen.findByText("Nothing waits for you.")).toBeVisible();
    expect(await screen.findByText("No lessons today.")).toBeVisible();
  });

  test("shows who is here of those who are expected in the lessons of the day", async () => {
    const rows = (["arrived", "expected", "absent", "left"] as const).map((state, index) =>
      aRow({ enrollmentId: String(index), state }),
    );
    api.respond("GET /today", [
      aTodayLesson({ classId: "7", nameClass: "Clay", substituteName: "Sue", instructorName: "Ida", rows }),
    ]);
    await renderAt("/dashboard", admin);
    const row = within((await screen.findByRole("link", { name: "Clay" })).closest("tr") as HTMLElement);
    expect(row.getByText("1 / 3")).toBeVisible();
    expect(row.getByText("Sue, for Ida")).toBeVisible();
    expectLink("Clay", "/dashboard/classes/7", row);
    expectLink("Open Today", "/dashboard/today");
  });

  test("shows the lessons if the needs cannot be loaded, and retries", async () => {
    api.fail("GET /needs", 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt("/dashboard", admin);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    expect(await screen.findByText("No lessons today.")).toBeVisible();
    api.respond("GET /needs", []);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Nothing waits for you.")).toBeVisible();
  });
});

describe("the dashboard of an instructor", () => {
  const myClasses = `GET /myClasses/${encodeURIComponent(instructor.email)}` as const;

  beforeEach(() => api.respond("GET /substitutions", []));

  test("shows the next lessons in order, each with its students", async () => {
    const soon = { firstDay: dayIn(1), lastDay: dayIn(1), weekdays: EVERY_DAY, status: "Approved" as const };
    const later = { ...soon, firstDay: dayIn(3), lastDay: dayIn(9) };
    const clay = { _id: "7", nameClass: "Clay Animals", place: "Pottery" };
    const lesson = { _id: "1", startsAt: inMinutes(DAY), endsAt: inMinutes(DAY + 60), place: "" };
    api.respond(myClasses, [
      anOwnClass({ _id: "8", nameClass: "Weaving", ...later }),
      anOwnClass({ ...clay, ...soon }),
      anOwnClass({ nameClass: "Denied", status: "Denied" }),
      anOwnClass({ nameClass: "Over", ...soon, firstDay: dayIn(-9), lastDay: dayIn(-3) }),
    ]);
    api.respond("GET /myClass/7", aReviewedClass({ ...clay, lessons: [lesson] }));
    api.respond("GET /myClass/8", aReviewedClass({ _id: "8" }));
    const mia = { _id: "1", userId: "12", name: "Mia", age: 9, guardianName: "Sam", email: "s@camp.example" };
    api.respond("GET /classes/7/roster", [
      { ...mia, since: inMinutes(-60), state: "enrolled" },
      { ...mia, _id: "2", name: "Tom", since: inMinutes(-60), state: "held" },
    ]);
    api.respond("GET /classes/8/roster", []);
    await renderAt("/dashboard", instructor);
    const [first, second, ...others] = await screen.findAllByRole("article");
    expect(first).toHaveAccessibleName("Clay Animals");
    expect(second).toHaveAccessibleName("Weaving");
    expect(others).toEqual([]);
    const next = within(first as HTMLElement);
    expect(await next.findByText("1 student")).toBeVisible();
    expect(next.getByRole("listitem")).toHaveTextContent("Mia, 9");
    expect(next.getByText("Tomorrow")).toBeVisible();
    expect(next.getByText("Pottery")).toBeVisible();
    expectLink("Roster Clay Animals", "/dashboard/classes/7", next);
    expect(next.queryByRole("link", { name: /^Open Today/ })).toBeNull();
    expectLink("1 class was denied: see why", "/dashboard/my-classes?status=Denied");
  });

  test("links to Today on the day of a lesson, unless the school has no care", async () => {
    const today = { firstDay: dayIn(0), lastDay: dayIn(0), weekdays: EVERY_DAY, status: "Approved" as const };
    api.respond(myClasses, [anOwnClass({ _id: "7", nameClass: "Clay", ...today })]);
    const lesson = { _id: "1", startsAt: inMinutes(-1), endsAt: inMinutes(60), place: "" };
    api.respond("GET /myClass/7", aReviewedClass({ _id: "7", lessons: [lesson] }));
    api.respond("GET /classes/7/roster", []);
    const { unmount } = await renderAt("/dashboard", instructor);
    await screen.findByRole("article");
    expectLink("Open Today for Clay", "/dashboard/today");
    unmount();
    jest.replaceProperty(config, "care", false);
    await renderAt("/dashboard", instructor);
    await screen.findByRole("article");
    expect(screen.queryByRole("link", { name: /^Open Today/ })).toBeNull();
  });

  test("shows the lessons that the instructor substitutes, with the students on the day", async () => {
    const weekly = {
      firstDay: dayIn(1),
      lastDay: dayIn(1),
      weekdays: EVERY_DAY,
      status: "Approved" as const,
    };
    api.respond(myClasses, [anOwnClass({ _id: "8", nameClass: "Weaving", ...weekly })]);
    api.respond("GET /myClass/8", aReviewedClass({ _id: "8" }));
    api.respond("GET /classes/8/roster", []);
    const printing = { classId: "9", nameClass: "Printing", instructorName: "Ines", place: "Garden" };
    api.respond("GET /substitutions", [
      { _id: "1", startsAt: inMinutes(30), endsAt: inMinutes(90), ...printing },
      { _id: "2", startsAt: inMinutes(2 * DAY), endsAt: inMinutes(2 * DAY + 60), ...printing },
    ]);
    const mia = { _id: "1", userId: "12", name: "Mia", age: 9, guardianName: "Sam", email: "s@camp.example" };
    api.respond("GET /classes/9/roster", [{ ...mia, since: inMinutes(-60), state: "enrolled" }]);
    await renderAt("/dashboard", instructor);
    const articles = await screen.findAllByRole("article");
    expect(articles.map((each) => each.getAttribute("aria-label"))).toEqual([
      "Printing",
      "Weaving",
      "Printing",
    ]);
    const [today, , later] = articles.map((each) => within(each));
    expect(today?.getByText("You're substituting for Ines")).toBeVisible();
    expect(await today?.findByText("Mia, 9")).toBeVisible();
    expect(today?.getByText(/Garden/)).toBeVisible();
    expectLink("Open Today for Printing", "/dashboard/today", today);
    expectLink("Roster Printing", "/dashboard/classes/9", today);
    expect(later?.getByText("You're substituting for Ines")).toBeVisible();
    expect(later?.getByText("In 2 days")).toBeVisible();
    expect(later?.queryByRole("link", { name: /^Roster/ })).toBeNull();
    expectLink("See the class Printing", "/all-classes/9", later);
    expect(api.requests("GET /classes/9/roster")).toHaveLength(1);
  });

  test("shows why the lessons cannot be loaded", async () => {
    api.respond(myClasses, []);
    api.fail("GET /substitutions", 503, "database_unavailable", "The site is very busy.");
    await renderAt("/dashboard", instructor);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
  });

  test("shows an empty state if no lesson is coming up", async () => {
    api.respond(myClasses, []);
    await renderAt("/dashboard", instructor);
    expect(await screen.findByRole("heading", { name: "No lessons coming up." })).toBeVisible();
    expectLink("Add a Class", "/dashboard/add-class", within(screen.getByRole("main")));
  });
});
