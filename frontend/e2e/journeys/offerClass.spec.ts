import path from "node:path";
import { addDays, mondayOf } from "../../src/classes/model/weeks";
import { createStudent, signInAdmin, signInInstructor, type User } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { chooseFile, moveFocusTo, press, type } from "../support/keyboard";
import { openAs } from "../support/login";
import { AFTER_UNDO } from "../support/pages";
import { expectEnrolled, payWithCard, VALID_CARD } from "../support/stripe";

const PICTURE = path.join(__dirname, "../../../static/pictures/about-800.webp");
const CAMP_ZONE = "America/New_York";

test("an instructor offers a class of ten lessons, duplicates it and moves a lesson, which the calendar of a student shows", async ({
  page,
}) => {
  test.setTimeout(240_000);
  page.on("filechooser", () => {});
  const [admin, instructor, student] = await Promise.all([
    signInAdmin(),
    signInInstructor(),
    createStudent("Sonja Sewell"),
  ]);
  const name = `Clay Mornings ${Date.now()}`;
  const copy = `${name} II`;
  const monday = mondayInWeeks(30);
  const days = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map((number) => addDays(monday, number));
  const movedTo = addDays(monday, 14);

  await test.step("offers a class with the lessons of a pattern, by keyboard", async () => {
    await openAs(page, instructor, "/dashboard/add-class");
    await type(page, "Class Name", name);
    await chooseFile(page, page.getByLabel("Image", { exact: true }), PICTURE);
    const picture = page.getByRole("img", { name: "Preview of your picture" });
    await expect(picture).toHaveAttribute("src", /\/media\/.+\.webp$/);
    await type(page, "Available Seats", "8");
    await type(page, "Price", "45.50");
    await typeDate(page, "First day", monday);
    await typeDate(page, "Last day", addDays(monday, 11));
    await press(page, page.getByRole("button", { name: "Add 10 lessons" }));
    await expectDays(page, days);
    await expect(page.getByLabel("Lesson 10, from")).toHaveValue("09:00");
    await expect(page.getByLabel("Lesson 10, to")).toHaveValue("12:00");
  });

  await test.step("adds it, and looks at its page", async () => {
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await expect(card(page, name).getByText("Pending")).toBeVisible();
    await press(page, card(page, name).getByRole("link", { name, exact: true }));
    await expect(page.getByText(/^10 lessons, 9:00\sAM\s–\s12:00\sPM$/)).toBeVisible();
    await press(page, page.getByRole("button", { name: "Back", exact: true }));
    await expect(page.getByRole("heading", { level: 1, name: "My Classes" })).toBeVisible();
  });

  await test.step("duplicates it with all its lessons", async () => {
    await press(page, page.getByRole("link", { name: `Duplicate ${name}` }));
    await expect(page.getByLabel("Class Name")).toHaveValue(name);
    await expectDays(page, days);
    await moveFocusTo(page, page.getByLabel("Class Name"));
    await page.keyboard.press("End");
    await page.keyboard.type(" II");
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await expect(card(page, copy).getByText("Pending")).toBeVisible();
  });

  await test.step("moves the third lesson of the duplicate to another day", async () => {
    await press(page, page.getByRole("link", { name: `Update ${copy}` }));
    await typeDate(page, "Lesson 3, day", movedTo);
    await press(page, page.getByRole("button", { name: "Update Class" }));
    // The form itself shows the card, so the card says nothing of the answer.
    await expect(page.getByRole("heading", { level: 1, name: "My Classes" })).toBeVisible();
    await expect(card(page, copy)).toBeVisible();
  });

  await test.step("an admin approves the duplicate", async () => {
    await openAs(page, admin, "/dashboard/manage-classes?status=Pending");
    await page.getByRole("button", { name: `Approve ${copy}` }).click();
    await expect(card(page, copy)).toHaveCount(0, AFTER_UNDO);
  });

  await test.step("a student opens its page and pays", async () => {
    await openAs(page, student, "/all-classes");
    await page.getByRole("searchbox").fill(copy);
    await card(page, copy).getByRole("link", { name: copy }).click();
    await page.getByRole("button", { name: `Select ${copy}` }).click();
    await page.getByRole("link", { name: "Pay now" }).click();
    await payWithCard(page, VALID_CARD);
    await expectEnrolled(page);
  });

  await test.step("the student's calendar shows the moved lesson as a revision", async () => {
    const events = eventsOf(await downloadCalendar(page, student));
    expect(events.map(({ start, sequence }) => [start, sequence])).toEqual(
      [...days.filter((_day, index) => index !== 2), movedTo].map((day, index) => [
        `${day} 09:00:00`,
        index === 9 ? "1" : "0",
      ]),
    );
    for (const { summary, status } of events) expect([summary, status]).toEqual([copy, "CONFIRMED"]);
  });
});

/** The Monday of the week that is some weeks after this one. */
function mondayInWeeks(weeks: number): string {
  const monday = mondayOf(new Date().toISOString().slice(0, 10));
  if (monday === null) throw new Error("Today is not a day.");
  return addDays(monday, 7 * weeks);
}

/** Types a day (`2027-07-05`) into a date input of an American browser. */
async function typeDate(page: Page, label: string, day: string): Promise<void> {
  const [year, month, dayOfMonth] = day.split("-");
  await type(page, label, `${month}${dayOfMonth}${year}`);
  await expect(page.getByLabel(label, { exact: true })).toHaveValue(day);
}

async function expectDays(page: Page, days: readonly string[]): Promise<void> {
  const inputs = page.getByLabel(/^Lesson \d+, day$/);
  await expect(inputs).toHaveCount(days.length);
  for (const [index, day] of days.entries()) await expect(inputs.nth(index)).toHaveValue(day);
}

function card(page: Page, name: string) {
  return page.getByRole("article", { name, exact: true });
}

/** Downloads the calendar from the address that the profile shows, as a calendar app does. */
async function downloadCalendar(page: Page, student: User): Promise<string> {
  await openAs(page, student, "/dashboard/profile");
  await page.getByRole("button", { name: "Show my calendar link" }).click();
  const response = await fetch(await page.getByLabel("Calendar link").inputValue());
  expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  return response.text();
}

interface CalendarEvent {
  /** On the wall clock of the camp. */
  start: string;
  sequence: string | undefined;
  summary: string | undefined;
  status: string | undefined;
}

/** The events of an iCalendar file, the earliest first. */
function eventsOf(calendar: string): CalendarEvent[] {
  const unfolded = calendar.replaceAll("\r\n ", "");
  const events = unfolded.split("BEGIN:VEVENT").slice(1);
  return events.map(parseEvent).sort((one, other) => one.start.localeCompare(other.start));
}

function parseEvent(event: string): CalendarEvent {
  const property = (name: string) => new RegExp(`^${name}:(.*)\r$`, "m").exec(event)?.[1];
  const [date, time] = (property("DTSTART") ?? "").split("T");
  const iso = `${date?.replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3")}T${time?.replace(/(\d\d)(\d\d)(\d\d)/, "$1:$2:$3")}`;
  const start = new Date(iso).toLocaleString("sv-SE", { timeZone: CAMP_ZONE });
  return { start, sequence: property("SEQUENCE"), summary: property("SUMMARY"), status: property("STATUS") };
}
