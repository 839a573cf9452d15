import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  aChild,
  aClass,
  anEnrolledClass,
  aSelection,
  aWaitlistEntry,
  inMinutes,
} from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { matchMedia } from "../../testing/media";
import { renderAt, student } from "../../testing/renderAt";

// The lazy component is loaded here, because fake timers would not wait for it.
beforeAll(() => import("./WeekPlanner"));

const week = (firstDay: string, lastDay: string, earliestTime: string, latestTime: string) => ({
  firstDay,
  lastDay,
  earliestTime,
  latestTime,
  weekdays: [1, 2, 3, 4, 5],
  startsAt: `${firstDay}T13:00:00Z`,
});
const FIRST_MORNING = week("2127-07-07", "2127-07-11", "09:00", "12:00");

const bowl = aClass({
  nameClass: "Throw a Bowl",
  price: 45.5,
  seats: 1,
  ...FIRST_MORNING,
  ageFrom: 105,
  ageTo: 110,
});
const ink = aClass({ nameClass: "Ink", seats: 6, ...FIRST_MORNING });
const glass = aClass({
  nameClass: "Stained Glass",
  seats: 0,
  ...week("2127-07-07", "2127-07-18", "13:00", "16:00"),
});
const camp = aClass({ nameClass: "Art Camp", ...week("2127-07-14", "2127-07-18", "09:00", "15:00") });
const someday = aClass({ nameClass: "Someday" });

const [mia, tom] = [aChild({ name: "Mia", bornOn: "2020-01-01" }), aChild({ name: "Tom", bornOn: null })];

const findTile = (name: string) => screen.findByRole("article", { name });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** The heading of a week that begins on this day. */
const findWeek = (from: RegExp) => screen.findByRole("heading", { level: 2, name: from });
/** The names of the classes in a row. */
const namesIn = (row: string) =>
  within(screen.getByRole("row", { name: new RegExp(`^${row}`) }))
    .queryAllByRole("article")
    .map((tile) => within(tile).getByRole("heading").textContent);

/** A screen on which four weeks fit. */
const showOnDesk = matchMedia;

beforeEach(() => {
  api.respond("GET /classes", [bowl, ink, glass, camp, someday]);
  api.respond("GET /children", [mia, tom]);
  api.respond("GET /selectClass?email=student%40camp.example", []);
  api.respond("GET /enrolledStudent/student%40camp.example", []);
  api.respond("GET /waitlist?email=student%40camp.example", []);
});

test("shows no weeks until the children are loaded", async () => {
  const children = deferred<{ body: (typeof mia)[] }>();
  api.handle("GET /children", () => children.promise);
  await renderAt("/all-classes?view=weeks", student);
  await waitFor(() => expect(api.requests("GET /children")).toHaveLength(1));
  expect(screen.queryByRole("table")).toBeNull();
  await act(async () => children.resolve({ body: [mia] }));
  expect(await screen.findByRole("button", { name: /^Mia, / })).toBeVisible();
  expect(screen.getByRole("table")).toBeVisible();
});

test("switches from the list to the weeks and back, in the address", async () => {
  const { user, at } = await renderAt("/all-classes");
  expect(button("List")).toHaveAttribute("aria-pressed", "true");
  await user.click(button("Weeks"));
  expect(await screen.findByRole("table", { name: "Classes by week and time of day" })).toBeVisible();
  expect(button("Weeks")).toHaveAttribute("aria-pressed", "true");
  expect(screen.queryByRole("combobox", { name: "Sort by" })).toBeNull();
  await waitFor(() => expect(at().search).toBe("?view=weeks"));
  await user.click(button("List"));
  expect(await screen.findByRole("button", { name: "Select Ink" })).toBeVisible();
  await waitFor(() => expect(at().search).toBe(""));
});

test("shows on a wide screen all weeks as columns, with a tile per class that links to its page", async () => {
  showOnDesk();
  await renderAt("/all-classes?view=weeks");
  const bowlTile = within(await findTile("Throw a Bowl"));
  expect(
    screen.getAllByRole("columnheader").map(({ textContent }) => textContent?.normalize("NFKC")),
  ).toEqual(["Time of day", "Jul 7 – 13, 2127", "Jul 14 – 20, 2127"]);
  expect(namesIn("Mornings")).toEqual(["Ink", "Throw a Bowl"]);
  expect(namesIn("Afternoons")).toEqual(["Stained Glass", "Stained Glass"]);
  expect(namesIn("All day")).toEqual(["Art Camp"]);
  expect(bowlTile.getByRole("link", { name: "Throw a Bowl" })).toHaveAttribute(
    "href",
    `/all-classes/${bowl._id}`,
  );
  expect(bowlTile.getByText("Mon – Fri, 9:00 AM – 12:00 PM")).toBeVisible();
  expect(bowlTile.getByText("$45.50")).toBeVisible();
  expect(bowlTile.getByText("1 seat left")).toBeVisible();
  expect(within(await findTile("Ink")).getByText(/6 seats left/)).toBeVisible();
  const [glassTile] = screen.getAllByRole("article", { name: "Stained Glass" });
  expect(within(glassTile as HTMLElement).getByText(/Sold out, waitlist open/)).toBeVisible();
  const undated = screen.getByRole("region", { name: "No dates yet" });
  expect(within(undated).getByRole("link", { name: "Someday" })).toBeVisible();
  for (const name of ["Previous week", "Next week"])
    expect(button(name)).toHaveAttribute("aria-disabled", "true");
});

test("shows one week on a phone, and another by button or swipe, in the address", async () => {
  const { user, at } = await renderAt("/all-classes?view=weeks");
  await findWeek(/^Jul\s7\s/);
  expect(namesIn("All day")).toEqual([]);
  expect(screen.getByText("No classes")).toBeVisible();
  await user.click(button("Previous week"));
  expect(await findWeek(/^Jul\s7\s/)).toBeVisible();
  await user.click(button("Next week"));
  expect(await findWeek(/^Jul\s14\s/)).toHaveAttribute("aria-live", "polite");
  expect(button("Next week")).toHaveFocus();
  expect(button("Next week")).toHaveAttribute("aria-disabled", "true");
  expect(namesIn("All day")).toEqual(["Art Camp"]);
  await waitFor(() => expect(at().search).toBe("?view=weeks&week=2127-07-14"));
  expect(screen.queryByRole("list", { name: "Filters in use" })).toBeNull();
  swipe(100, 220);
  expect(await findWeek(/^Jul\s7\s/)).toBeVisible();
  swipe(220, 200); // Too short.
  expect(await findWeek(/^Jul\s7\s/)).toBeVisible();
  swipe(220, 100);
  expect(await findWeek(/^Jul\s14\s/)).toBeVisible();
});

function swipe(from: number, to: number) {
  const table = screen.getByRole("table");
  fireEvent.touchStart(table, { touches: [{ clientX: from, clientY: 10 }] });
  fireEvent.touchEnd(table, { changedTouches: [{ clientX: to, clientY: 15 }] });
}

test("opens the week and the child of the address, and applies the other filters", async () => {
  await renderAt(`/all-classes?view=weeks&week=2127-07-14&child=${mia._id}&up-to=50`, student);
  expect(await findWeek(/^Jul\s14\s/)).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Mia, / })).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: "Remove filter: Up to $50" })).toBeVisible();
});

test("fades what the chosen child can't join, and says why", async () => {
  const { user, at } = await renderAt("/all-classes?view=weeks", student);
  expect(await findTile("Throw a Bowl")).not.toHaveClass("planner-faded");
  await user.click(await screen.findByRole("button", { name: "Tom" }));
  expect(await findTile("Throw a Bowl")).toHaveClass("planner-faded");
  expect(within(await findTile("Throw a Bowl")).getByText("Tom: date of birth missing")).toBeVisible();
  expect(await findTile("Ink")).not.toHaveClass("planner-faded");
  await user.click(button(/^Mia, /));
  await waitFor(() => expect(at().search).toBe(`?view=weeks&child=${mia._id}`));
  expect(button("Tom")).toHaveAttribute("aria-pressed", "false");
  expect(within(await findTile("Throw a Bowl")).queryByText(/Tom/)).toBeNull();
  await user.click(button(/^Mia, /));
  await waitFor(() => expect(at().search).toBe("?view=weeks"));
});

test("fades a class that has started, and a sold-out class without a waitlist", async () => {
  const startsAt = inMinutes(30);
  api.respond("GET /classes", [
    aClass({ ...FIRST_MORNING, nameClass: "Running", startsAt: inMinutes(-30) }),
    aClass({ ...FIRST_MORNING, nameClass: "Full", seats: 0, startsAt }),
  ]);
  await renderAt("/all-classes?view=weeks");
  expect(within(await findTile("Running")).getByText("Already started")).toBeVisible();
  expect(within(await findTile("Full")).getByText("The waitlist is closed")).toBeVisible();
});

test("marks what is booked, selected or waited for, and shows clashes of the child's own classes", async () => {
  showOnDesk();
  const toMia = { childId: mia._id, childName: "Mia" };
  const [booked, selected] = [
    anEnrolledClass({ ...ink, ...toMia, classId: ink._id, lessons: [], endedAt: null }),
    aSelection({ ...toMia, nameClass: bowl.nameClass, ...FIRST_MORNING, classId: bowl._id }),
  ];
  api.respond("GET /enrolledStudent/student%40camp.example", [booked]);
  api.respond("GET /selectClass?email=student%40camp.example", [selected]);
  api.respond("GET /waitlist?email=student%40camp.example", [
    aWaitlistEntry({ classId: glass._id, childId: tom._id, childName: "Tom" }),
  ]);
  const clash = ({ _id: classId, nameClass }: typeof ink) => ({
    classId,
    nameClass,
    startsAt: inMinutes(600),
  });
  api.respond("GET /clashes", [
    { classId: ink._id, childId: mia._id, clashes: [clash(bowl)] },
    { classId: bowl._id, childId: mia._id, clashes: [clash(ink)] },
  ]);
  const { user } = await renderAt("/all-classes?view=weeks", student);
  expect(await screen.findByText("Booked for Mia")).toBeVisible();
  expect(
    within(await findTile("Ink")).getByText("Mia also has Throw a Bowl at the same time."),
  ).toBeVisible();
  expect(within(await findTile("Throw a Bowl")).getByText("Selected for Mia")).toBeVisible();
  expect(
    within(await findTile("Throw a Bowl")).getByText("Mia also has Ink at the same time."),
  ).toBeVisible();
  expect(await screen.findAllByText("On the waitlist for Tom")).toHaveLength(2);
  await user.click(button("Tom"));
  await waitFor(() => expect(screen.queryByText("Booked for Mia")).toBeNull());
  expect(screen.queryByText(/same time/)).toBeNull();
});

test("keeps a child that was chosen by age in the list", async () => {
  const { user, at } = await renderAt("/all-classes", student);
  await user.click(await screen.findByRole("button", { name: /^Mia, / }));
  await waitFor(() => expect(at().search).toMatch(/^\?age=\d+$/));
  await user.click(button("Weeks"));
  await waitFor(() => expect(at().search).toBe(`?view=weeks&child=${mia._id}`));
  expect(await screen.findByRole("button", { name: /^Mia, / })).toHaveAttribute("aria-pressed", "true");
});

test("stays in the weeks after showing all classes again", async () => {
  const { user, at } = await renderAt("/all-classes?view=weeks&q=welding");
  await user.click(await screen.findByRole("button", { name: "Show all classes" }));
  expect(await findTile("Ink")).toBeVisible();
  await waitFor(() => expect(at().search).toBe("?view=weeks"));
});
