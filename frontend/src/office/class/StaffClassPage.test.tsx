import { screen, waitFor, within } from "@testing-library/react";
import type { RosterEntry } from "../../classes/instructorApi";
import { config } from "../../shared/config";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import {
  admin,
  expectLink,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
} from "../../testing/renderAt";
import type { Attendance } from "./attendance";

const PATH = "/dashboard/classes/7";
const ROSTER = "GET /classes/7/roster";
const ATTENDANCE = "GET /classes/7/attendance";
const CARE = "GET /classes/7/care";

const MIA: RosterEntry = {
  _id: "1",
  userId: "12",
  name: "Mia",
  email: "paula@camp.example",
  since: "2026-11-16T09:30:00Z",
  guardianName: "Paula Parent",
  age: 9,
  state: "enrolled",
};

/** One lesson each day at 9:00 AM in New York, from some days ago. */
const lessonOn = (day: string) => ({
  _id: day,
  startsAt: `2027-07-${day}T13:00:00Z`,
  endsAt: `2027-07-${day}T16:00:00Z`,
  place: "",
});
const LESSONS = ["05", "06", "07"].map(lessonOn);

function attendanceOn(day: string, fields: Partial<Attendance> = {}): Attendance {
  const { _id: lessonId, startsAt, endsAt } = lessonOn(day);
  return {
    lessonId,
    startsAt,
    endsAt,
    classId: "7",
    enrollmentId: "1",
    name: "Mia",
    state: "expected",
    arrivedAt: null,
    leftAt: null,
    with: "",
    events: [],
    ...fields,
  };
}

const aClass = (fields: Parameters<typeof aReviewedClass>[0] = {}) =>
  aReviewedClass({
    _id: "7",
    nameClass: "Clay",
    status: "Approved",
    place: "Pottery",
    instructorEmail: instructor.email,
    instructorName: instructor.name,
    lessons: LESSONS,
    ...fields,
  });

beforeEach(() => {
  // The second day, at 9:30 AM.
  jest.setSystemTime(new Date("2027-07-06T13:30:00Z"));
  api.respond("GET /myClass/7", aClass());
  api.respond(ROSTER, [MIA]);
  api.respond(ATTENDANCE, [attendanceOn("05"), attendanceOn("06")]);
});

const tabs = async () =>
  within(await screen.findByRole("navigation", { name: "Parts of the class" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

async function menuItems() {
  const { user } = await renderAt(PATH, admin);
  await user.click(await screen.findByRole("button", { name: "Change Clay" }));
  return {
    user,
    items: screen.getAllByRole("button", { name: /^(Edit|Duplicate|Review|Change i|Withdraw)/ }),
  };
}

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

const spaces = (text: string) => text.replace(/\s/g, " ");

describe("the roster", () => {
  test("shows who takes part, and who only holds a seat", async () => {
    const adult = { ...MIA, guardianName: null, age: null };
    api.respond(ROSTER, [
      MIA,
      { ...adult, _id: "2", name: "Sam" },
      { ...adult, _id: "3", name: "", state: "held" },
    ]);
    await renderAt(PATH, instructor);
    const [headings, mia, sam, held] = await screen.findAllByRole("row");
    expect(spaces(headings?.textContent ?? "")).toMatch(/^#NameParent or guardianEmailSince\w{3}, Jul 6/);
    expect(mia).toHaveTextContent(/^1Mia, 9 Paula Parentpaula@camp.example/);
    expect(sam).toHaveTextContent(/^2Sam paula@camp.example/);
    expect(held).toHaveTextContent("No name given Seat held");
  });

  test("shows the attendance of the lesson that the user chooses", async () => {
    api.respond(ATTENDANCE, [
      attendanceOn("05", {
        state: "left",
        arrivedAt: "2027-07-05T13:02:00Z",
        leftAt: "2027-07-05T16:00:00Z",
      }),
      attendanceOn("06", { state: "arrived", arrivedAt: "2027-07-06T13:05:00Z" }),
    ]);
    const { user, at } = await renderAt(PATH, instructor);
    expect((await rowOf("Mia")).getByText("Came at 9:05 AM", { normalizer: spaces })).toBeVisible();
    const lessons = screen.getByLabelText("Attendance of");
    expect(within(lessons).getAllByRole("option")).toHaveLength(2);
    await user.selectOptions(lessons, "05");
    expect((await rowOf("Mia")).getByText("9:02 AM – 12:00 PM", { normalizer: spaces })).toBeVisible();
    expect(at().search).toBe("?lesson=05");
    expect(screen.queryByRole("button", { name: /attendance of Mia/ })).toBeNull();
  });

  test("lists who was there and has canceled since", async () => {
    const left = attendanceOn("05", { enrollmentId: "9", name: "Olga", state: "absent" });
    api.respond(ATTENDANCE, [attendanceOn("05"), left]);
    await renderAt(`${PATH}?lesson=05`, admin);
    const olga = await rowOf("Olga");
    expect(olga.getByText("Canceled since")).toBeVisible();
    expect(olga.getByRole("button", { name: "Absent (attendance of Olga)" })).toBeVisible();
  });

  test("has no attendance before the first lesson", async () => {
    jest.setSystemTime(new Date("2027-07-04T13:00:00Z"));
    api.respond(ATTENDANCE, []);
    await renderAt(PATH, admin);
    expect(await screen.findByRole("table")).toBeVisible();
    expect(screen.queryByLabelText("Attendance of")).toBeNull();
    expect(screen.queryByRole("button", { name: "Attendance CSV" })).toBeNull();
  });

  test("lets the office correct a past day, and takes back what was recorded", async () => {
    const at = "2027-07-05T13:02:00Z";
    const event = { at, withName: "", undoes: null };
    api.respond(ATTENDANCE, [
      attendanceOn("05", {
        state: "left",
        arrivedAt: at,
        leftAt: "2027-07-05T16:00:00Z",
        events: [
          { ...event, _id: "a", kind: "ARRIVED" },
          { ...event, _id: "b", kind: "LEFT", withName: "Ben" },
          { ...event, _id: "c", kind: "ABSENT" },
          { ...event, _id: "d", kind: "UNDO", undoes: "c" },
        ],
      }),
    ]);
    api.respond("POST /presence", { accepted: 3, refused: [] });
    const { user } = await renderAt(`${PATH}?lesson=05`, admin);
    const cell = { name: /^9:02.AM.–.12:00.PM \(attendance of Mia\)$/ };
    await user.click((await rowOf("Mia")).getByRole("button", cell));
    expect(screen.queryByRole("button", { name: "Was here" })).toBeNull();
    api.respond(ATTENDANCE, [attendanceOn("05", { state: "absent" })]);
    await user.click(screen.getByRole("button", { name: "Was absent" }));
    expect(await screen.findByRole("button", { name: "Absent (attendance of Mia)" })).toBeVisible();
    const about = { lessonId: "05", enrollmentId: "1", at: LESSONS[0]?.startsAt, _id: expect.any(String) };
    expect(api.requests("POST /presence").map(({ body }) => body)).toEqual([
      {
        events: [
          { ...about, kind: "UNDO", undoes: "a" },
          { ...about, kind: "UNDO", undoes: "b" },
          { ...about, kind: "ABSENT" },
        ],
      },
    ]);
  });

  test.each([
    ["Was here", [{ kind: "ARRIVED" }]],
    ["Was absent", [{ kind: "ABSENT" }]],
  ])("records for the office that a participant %s", async (label, events) => {
    api.respond("POST /presence", { accepted: 1, refused: [] });
    const { user } = await renderAt(`${PATH}?lesson=05`, admin);
    await user.click(await screen.findByRole("button", { name: "Not recorded (attendance of Mia)" }));
    expect(screen.queryByRole("button", { name: "Not recorded" })).toBeNull();
    await user.click(screen.getByRole("button", { name: label }));
    await waitFor(() => expect(api.requests("POST /presence")[0]?.body).toMatchObject({ events }));
  });

  test("says why nothing was recorded", async () => {
    const refused = [{ id: "x", code: "not_enrolled" }];
    api.respond("POST /presence", { accepted: 0, refused });
    const { user } = await renderAt(`${PATH}?lesson=05`, admin);
    await user.click(await screen.findByRole("button", { name: "Not recorded (attendance of Mia)" }));
    await user.click(screen.getByRole("button", { name: "Was here" }));
    expect(await findToast("Not recorded, because there's no seat in this lesson.")).toBeVisible();
    api.fail("POST /presence", 503, "database_unavailable", "The site is very busy.");
    await user.click(screen.getByRole("button", { name: "Not recorded (attendance of Mia)" }));
    await user.click(screen.getByRole("button", { name: "Was here" }));
    expect(await findToast("The site is very busy.")).toBeVisible();
  });

  test("lets nobody correct the present day here", async () => {
    await renderAt(PATH, admin);
    expect((await rowOf("Mia")).getByText("Expected")).toBeVisible();
    expect(screen.queryByRole("button", { name: /attendance of Mia/ })).toBeNull();
  });

  test.each([
    ["Download CSV", "GET /classes/7/roster?format=csv", "roster-clay.csv", "The roster"],
    ["Attendance CSV", "GET /classes/7/attendance?format=csv", "attendance-clay.csv", "The attendance"],
  ] as const)("downloads a file: %s", async (button, call, name, what) => {
    api.respondFile(call, "Name", name);
    const downloads: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download);
    });
    const { user } = await renderAt(PATH, instructor);
    await user.click(await screen.findByRole("button", { name: button }));
    await waitFor(() => expect(downloads).toEqual([name]));
    expect(api.requests(call)[0]?.bearer).not.toBeNull();
    api.fail(call, 503, "database_unavailable", "The site is very busy.");
    await user.click(screen.getByRole("button", { name: button }));
    expect(await findToast(`${what} couldn't be downloaded. The site is very busy.`)).toBeVisible();
  });

  test("says that nobody has booked yet", async () => {
    api.respond(ROSTER, []);
    api.respond(ATTENDANCE, []);
    await renderAt(PATH, instructor);
    expect(await screen.findByText("No students yet")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  test("shows an error and retries", async () => {
    api.fail(ROSTER, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(PATH, instructor);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    api.respond(ROSTER, [MIA]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Mia", { exact: false, selector: "td *" })).toBeVisible();
  });

  test("has neither attendance nor care in a school of adults", async () => {
    jest.replaceProperty(config, "care", false);
    await renderAt(PATH, instructor);
    expect(await screen.findByRole("table")).toBeVisible();
    expect(await tabs()).not.toContain("Care");
    expect(api.requests(ATTENDANCE)).toEqual([]);
  });
});

describe("the sign-in sheet", () => {
  const child = { enrollmentId: "1", childId: "3", name: "Mia", age: 9, guardianName: "Paula Parent" };
  const texts = { whatToDo: "", medication: "", needs: "", diet: "", doctor: "", nothingToTell: false };
  const person = { relation: "aunt", phone: "555 0100", emergency: false, mayPickUp: false, barred: false };
  const mia = {
    ...texts,
    ...child,
    allergies: "Peanuts",
    guardianPhone: "555 0199",
    readable: true,
    confirmedAt: "2027-06-01T12:00:00Z",
    secondGuardians: [],
    missing: [],
    contacts: [
      { ...person, _id: "5", name: "Ben", mayPickUp: true },
      { ...person, _id: "6", name: "Ann", emergency: true },
      { ...person, _id: "7", name: "Eve", barred: true },
    ],
  };
  const cells = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent));

  test("names allergies, a phone number and who may collect each child", async () => {
    window.print = jest.fn();
    api.respond(CARE, [
      mia,
      { ...mia, enrollmentId: "2", name: "Tom", allergies: "", guardianPhone: "" },
      { ...mia, enrollmentId: "3", name: "Zoe", allergies: "", confirmedAt: null, contacts: [] },
      { ...mia, enrollmentId: "4", name: "Leo", allergies: "", readable: false, contacts: [] },
    ]);
    const { user, at } = await renderAt(PATH, instructor);
    await user.click(await screen.findByRole("link", { name: "Sign-in Sheet" }));
    expect(
      await screen.findByText("Tue, Jul 6, 9:00 AM – 12:00 PM, Pottery", { normalizer: spaces }),
    ).toBeVisible();
    expect(cells()).toEqual([
      ["Mia, 9Allergies: Peanuts", "Paula Parent, 555 0199", "BenNot by Eve!"],
      ["Tom, 9Allergies: None", "Paula Parent; emergency: Ann, 555 0100", "BenNot by Eve!"],
      ["Zoe, 9Allergies: Not known", "Paula Parent, 555 0199", ""],
      ["Leo, 9This sheet can't be read. Call the office.", "Paula Parent, 555 0199", ""],
    ]);
    expect(screen.getByRole("link", { name: "Roster (4)" })).toHaveAttribute("aria-current", "page");
    await user.selectOptions(screen.getByLabelText("Sign-in sheet for"), "07");
    expect(
      await screen.findByText("Wed, Jul 7, 9:00 AM – 12:00 PM, Pottery", { normalizer: spaces }),
    ).toBeVisible();
    expect(at().search).toBe("?tab=sheet&lesson=07");
    await user.click(screen.getByRole("button", { name: "Print" }));
    expect(window.print).toHaveBeenCalledTimes(1);
  });

  test("has names only while the instructor may not read the care sheets", async () => {
    api.fail(CARE, 404, "not_found", "Not found.");
    api.respond(ROSTER, [MIA, { ...MIA, _id: "2", name: "Held", state: "held" }]);
    await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText(/^You can't see allergies and phone numbers right now/)).toBeVisible();
    expect(cells()).toEqual([["Mia, 9", "Paula Parent", ""]]);
  });

  test("says that there is nobody to sign in, or no lesson", async () => {
    api.respond(CARE, []);
    const { unmount } = await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText("Nobody to sign in yet")).toBeVisible();
    unmount();
    api.respond("GET /myClass/7", aClass({ lessons: [] }));
    await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText("This class has no lessons")).toBeVisible();
  });

  test("shows an error and retries", async () => {
    api.fail(CARE, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    api.respond(CARE, [mia]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("rowheader", { name: /^Mia, 9/ })).toBeVisible();
  });
});

describe("the money", () => {
  const REPORT = "GET /reports/classes?season=none";
  const sums = { list: 600, discount: 50, charged: 550, refunded: 45.5, kept: 504.5, earned: 0 };
  const report = {
    ...{ classId: "7", nameClass: "Clay", instructorName: "Ida", season: null, firstStart: null },
    ...{ seats: 12, capacity: 14, waiting: 0, lessonsHeld: 1, lessons: 3, notYetEarned: 504.5, ...sums },
  };

  test("shows what the class has sold and how much of it is earned", async () => {
    api.respond(REPORT, [{ ...report, classId: "8", kept: 1 }, report]);
    await renderAt(`${PATH}?tab=money`, admin);
    expect((await screen.findByText("Kept")).nextSibling).toHaveTextContent("$504.50");
    expect(screen.getByText("Seats sold").nextSibling).toHaveTextContent("12 of 14");
    expect(screen.getByText("Lessons held").nextSibling).toHaveTextContent("1 of 3");
  });

  test("says that nobody could book yet", async () => {
    api.respond(REPORT, []);
    await renderAt(`${PATH}?tab=money`, admin);
    expect(await screen.findByText("Nobody could book this class yet.")).toBeVisible();
  });

  test("shows how far the refunds of a withdrawn class are", async () => {
    const withdrawnAt = "2027-07-01T12:00:00Z";
    api.respond("GET /myClass/7", aClass({ status: "Denied", withdrawnAt, feedback: "Too few." }));
    api.respond(REPORT, [report]);
    api.respond("GET /classes/7/withdrawal", {
      ...{ withdrawnAt, reason: "Too few.", seats: 12, refunds: { sent: 12, owed: 0, failed: 0 } },
      ...{ amount: { sent: 550, owed: 0 }, failed: [], byHand: { payments: 0, amount: 0 } },
    });
    await renderAt(`${PATH}?tab=money`, admin);
    expect(await screen.findByText("All refunds have been sent.")).toBeVisible();
  });

  test("shows an error and retries", async () => {
    api.fail(REPORT, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(`${PATH}?tab=money`, admin);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    api.respond(REPORT, [report]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Kept")).toBeVisible();
  });
});

describe("the menu of the office", () => {
  test("has what fits the class", async () => {
    const { items } = await menuItems();
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Edit",
      "Duplicate",
      "Change instructor",
      "Withdraw",
    ]);
  });

  test("leads to the review of a pending class, which can't be withdrawn", async () => {
    api.respond("GET /myClass/7", aClass({ status: "Pending" }));
    const { items } = await menuItems();
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Edit",
      "Duplicate",
      "Review",
      "Change instructor",
    ]);
  });

  test("only duplicates a withdrawn class", async () => {
    api.respond("GET /myClass/7", aClass({ status: "Denied", withdrawnAt: "2027-07-01T12:00:00Z" }));
    const { items } = await menuItems();
    expect(items.map(({ textContent }) => textContent)).toEqual(["Duplicate"]);
  });

  test("gives the class to another instructor, and shows their name", async () => {
    const rosa = { _id: "5", name: "Rosa", email: "rosa@camp.example", photo: "", bio: "" };
    api.respond("GET /instructors", [{ ...rosa, role: "instructor" }]);
    api.respond("PATCH /classes/7/instructor", { modifiedCount: 1 });
    const { user } = await menuItems();
    await user.click(screen.getByRole("button", { name: "Change instructor" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Who teaches “Clay”?" }));
    await user.selectOptions(await dialog.findByLabelText("New instructor"), "5");
    api.respond("GET /myClass/7", aClass({ instructorName: "Rosa", instructorEmail: rosa.email }));
    await user.click(dialog.getByRole("button", { name: "Change Instructor" }));
    expect(await screen.findByText(/with Rosa$/)).toBeVisible();
  });

  test("withdraws the class, which the page then shows", async () => {
    const withdrawnAt = "2027-07-06T13:30:00Z";
    api.respond("PATCH /classes/withdrawn/7", { modifiedCount: 1, seats: 0, owed: { cards: 0, amount: 0 } });
    api.respond("GET /classes/7/withdrawal", {
      ...{ withdrawnAt, reason: "Flood.", seats: 0, refunds: { sent: 0, owed: 0, failed: 0 } },
      ...{ amount: { sent: 0, owed: 0 }, failed: [], byHand: { payments: 0, amount: 0 } },
    });
    const { user } = await menuItems();
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/reason/i), "Flood.");
    api.respond("GET /myClass/7", aClass({ status: "Denied", withdrawnAt, feedback: "Flood." }));
    await user.click(dialog.getByRole("button", { name: /^Withdraw/ }));
    const [close] = await dialog.findAllByRole("button", { name: "Close" });
    await user.click(close as HTMLElement);
    expect(await screen.findByText("Withdrawn", { selector: ".badge" })).toBeVisible();
  });
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
