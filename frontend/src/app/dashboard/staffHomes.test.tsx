import { screen, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { anOwnClass, aReviewedClass, inMinutes } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectLink, instructor, renderAt } from "../../testing/renderAt";

const DAY = 24 * 60;
const dayIn = (days: number) => inMinutes(days * DAY).slice(0, 10);
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

describe("the dashboard of an admin", () => {
  test("shows the pending classes, the oldest first", async () => {
    api.respond("GET /classes", [
      aReviewedClass({ _id: "9", nameClass: "Weaving" }),
      aReviewedClass({ _id: "8", nameClass: "Printing", status: "Approved" }),
      aReviewedClass({ _id: "7", nameClass: "Clay Animals" }),
    ]);
    await renderAt("/dashboard", admin);
    const decisions = within(await screen.findByRole("region", { name: "Waiting for your decision" }));
    const [clay, weaving, review] = decisions.getAllByRole("link");
    expect(clay).toHaveTextContent("Clay Animals");
    expect(clay).toHaveAttribute("href", "/dashboard/manage-classes/7");
    expect(weaving).toHaveTextContent("Weaving");
    expect(review).toHaveTextContent("Review 2 classes");
    expect(review).toHaveAttribute("href", "/dashboard/manage-classes/7");
  });

  test("says that no class is pending, and links to the money", async () => {
    api.respond("GET /classes", []);
    await renderAt("/dashboard", admin);
    expect(await screen.findByText("No class is waiting for review.")).toBeVisible();
    expectLink(/^Money to pay back/, "/dashboard/money");
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
    const mia = { _id: "1", name: "Mia", age: 9, guardianName: "Sam", email: "s@camp.example" };
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
    expectLink("Roster Clay Animals", "/dashboard/my-classes/7/roster", next);
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
    const mia = { _id: "1", name: "Mia", age: 9, guardianName: "Sam", email: "s@camp.example" };
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
    expectLink("Roster Printing", "/dashboard/my-classes/9/roster", today);
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
