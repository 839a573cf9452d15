import { act, screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";
import type { RosterEntry } from "../instructorApi";

const openPage = () => renderAt("/dashboard/my-classes/7/roster", instructor);
const SAM: RosterEntry = {
  _id: "1",
  name: "Sam Student",
  email: "student@camp.example",
  since: "2026-11-16T09:30:00Z",
  guardianName: null,
  age: null,
  state: "enrolled",
};

beforeEach(() => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
  api.respond("GET /classes/7/waitlist", []);
});

test("shows the enrolled students and the students who hold a seat", async () => {
  api.respond("GET /classes/7/roster", [SAM, { ...SAM, _id: "2", name: "", state: "held" }]);
  await openPage();
  expect(await screen.findByRole("heading", { level: 1, name: "Roster: Clay" })).toBeVisible();
  const [, first, second] = screen.getAllByRole("row");
  expect(within(first as HTMLElement).getByText("Sam Student")).toBeVisible();
  expect(within(first as HTMLElement).getByText("student@camp.example")).toBeVisible();
  expect(within(first as HTMLElement).getByText(/^Mon, Nov 16, 4:30 AM \(Eastern Time\)$/)).toBeVisible();
  expect(within(first as HTMLElement).getByText("Enrolled")).toBeVisible();
  expect(within(second as HTMLElement).getByText("Seat held")).toBeVisible();
  expect(within(second as HTMLElement).getByText("No name given")).toBeVisible();
});

test("shows the roster not before the name of its class, so that the longer heading does not move it", async () => {
  let sendClass = () => {};
  api.handle("GET /myClass/7", () => {
    const body = aReviewedClass({ _id: "7", nameClass: "Clay" });
    return new Promise((resolve) => {
      sendClass = () => resolve({ body, status: 200 });
    });
  });
  api.respond("GET /classes/7/roster", [SAM]);
  await openPage();
  await waitFor(() => expect(api.requests("GET /classes/7/roster")).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByText("Sam Student")).toBeNull();
  await act(async () => sendClass());
  expect(await screen.findByRole("heading", { level: 1, name: "Roster: Clay" })).toBeVisible();
  expect(screen.getByText("Sam Student")).toBeVisible();
});

test("shows the roster if its class cannot be loaded, and says so", async () => {
  api.fail("GET /myClass/7", 503, "database_unavailable", "The site is very busy.");
  api.respond("GET /classes/7/roster", [SAM]);
  const { user } = await openPage();
  expect(await screen.findByText("Sam Student")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Roster" })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent(
    "We couldn't load when and where this class takes place. The site is very busy.",
  );
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Roster: Clay" })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("shows the children who take part, with their ages and parents", async () => {
  api.respond("GET /classes/7/roster", [
    { ...SAM, name: "Mia", guardianName: "Sam Student", age: 9 },
    { ...SAM, _id: "2", name: "Tom", guardianName: "Sam Student" },
    { ...SAM, _id: "3" },
  ]);
  await openPage();
  const [headings, mia, tom, sam] = await screen.findAllByRole("row");
  const cellsOf = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole("cell")
      .slice(1, 4)
      .map(({ textContent }) => textContent);
  expect(headings).toHaveTextContent("#NameAgeParent or guardianEmailSinceStatus");
  expect(cellsOf(mia)).toEqual(["Mia", "9", "Sam Student"]);
  expect(cellsOf(tom)).toEqual(["Tom", "Not given", "Sam Student"]);
  expect(cellsOf(sam)).toEqual(["Sam Student", "–", "–"]);
});

const LESSONS = ["05", "06", "07", "08", "09", "12"].map((day) => ({
  _id: day,
  startsAt: `2127-07-${day}T13:00:00Z`,
  endsAt: `2127-07-${day}T16:00:00Z`,
  place: day === "06" ? "Barn" : "",
}));

test("shows and prints the lessons with days and times, and the place", async () => {
  const print = jest.fn();
  window.print = print;
  const campClass = aReviewedClass({ _id: "7", nameClass: "Clay", place: "Pottery", lessons: LESSONS });
  api.respond("GET /myClass/7", campClass);
  api.respond("GET /classes/7/roster", [SAM]);
  const { user } = await openPage();
  expect(await screen.findByText("Pottery")).toBeVisible();
  const [first, second] = screen
    .getAllByRole("listitem")
    .filter(({ textContent }) => textContent?.includes("AM"));
  expect(first).toHaveTextContent("Sat, Jul 5, 2127, 9:00 AM – 12:00 PM");
  expect(second).toHaveTextContent("Sun, Jul 6, 2127, 9:00 AM – 12:00 PM, Barn");
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
});

test("has a sign-in sheet with a box for each lesson day and a place to sign", async () => {
  const later = { ...LESSONS[0], _id: "x", startsAt: "2127-07-05T18:00:00Z", endsAt: "2127-07-05T19:00:00Z" };
  const lessons = [LESSONS[0], later, ...LESSONS.slice(1)] as typeof LESSONS;
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay", lessons }));
  api.respond("GET /classes/7/roster", [
    { ...SAM, name: "Mia", guardianName: "Sam Student", age: 9 },
    { ...SAM, _id: "2", name: "Held", state: "held" },
  ]);
  const { user } = await openPage();
  await user.click(await screen.findByRole("link", { name: "Sign-in Sheet" }));
  const [first, second] = screen.getAllByRole("table");
  const headings = within(first as HTMLElement).getAllByRole("columnheader");
  expect(headings.map(({ textContent }) => textContent?.replace(/\u00a0/g, " "))).toEqual([
    "#",
    "Name",
    "Parent or guardian",
    "Sat, Jul 5, 21279:00 AM – 12:00 PM2:00 PM – 3:00 PM",
    ...["Sun, Jul 6, 2127", "Mon, Jul 7, 2127", "Tue, Jul 8, 2127", "Wed, Jul 9, 2127"].map(
      (day) => `${day}9:00 AM – 12:00 PM`,
    ),
    "Signature",
  ]);
  const rows = within(first as HTMLElement).getAllByRole("row");
  expect(rows).toHaveLength(2);
  expect(within(rows[1] as HTMLElement).getAllByRole("cell")).toHaveLength(8);
  expect(rows[1]).toHaveTextContent("1Mia, 9Sam Student");
  expect(within(second as HTMLElement).getAllByRole("columnheader")).toHaveLength(5);
  expect(screen.getByRole("button", { name: "Print" })).toBeVisible();
});

test("has a sign-in sheet without boxes for a class without lessons, and none without students", async () => {
  api.respond("GET /classes/7/roster", [SAM]);
  const { user } = await openPage();
  await user.click(await screen.findByRole("link", { name: "Sign-in Sheet" }));
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "#",
    "Name",
    "Signature",
  ]);
});

test("downloads the roster as CSV with the server's file name", async () => {
  api.respond("GET /classes/7/roster", [SAM]);
  api.respondFile("GET /classes/7/roster?format=csv", "Name", "roster-clay.csv");
  const downloads: HTMLAnchorElement[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this);
  });
  const { user } = await openPage();
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(downloads.map(({ download }) => download)).toEqual(["roster-clay.csv"]));
  expect(downloads[0]?.href).toMatch(/^blob:/);
  expect(api.requests("GET /classes/7/roster?format=csv")[0]?.bearer).not.toBeNull();
});

test("shows a toast when the download fails", async () => {
  api.respond("GET /classes/7/roster", [SAM]);
  api.fail("GET /classes/7/roster?format=csv", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  expect(
    await screen.findByText("The roster couldn't be downloaded. The site is very busy.", {
      selector: ".toast *",
    }),
  ).toBeVisible();
});

test("shows an empty state without a download button if no student is enrolled", async () => {
  api.respond("GET /classes/7/roster", []);
  await openPage();
  expect(await screen.findByText("No students yet")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
});

test("shows a not-found message for a class of another instructor", async () => {
  for (const call of ["GET /myClass/7", "GET /classes/7/roster", "GET /classes/7/waitlist"] as const)
    api.fail(call, 404, "not_found", "We couldn't find this. It may no longer be available.");
  await openPage();
  expect(await screen.findByText("We can't find this class.")).toBeVisible();
  expect(screen.queryByRole("navigation", { name: "Parts of the roster" })).toBeNull();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(/^Roster$/);
});

test("shows an error and retries if the roster cannot be loaded", async () => {
  api.fail("GET /classes/7/roster", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond("GET /classes/7/roster", [SAM]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Sam Student")).toBeVisible();
});

test("redirects students to the home page", async () => {
  await expectRedirectHome("/dashboard/my-classes/7/roster", student);
});
