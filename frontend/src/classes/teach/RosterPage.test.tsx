import { act, screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";
import type { RosterEntry } from "./instructorApi";

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
  expect(within(first as HTMLElement).getByText(/^Nov 16, 2026/)).toBeVisible();
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

test("shows the roster if its class cannot be loaded", async () => {
  api.fail("GET /myClass/7", 503, "database_unavailable", "The site is very busy.");
  api.respond("GET /classes/7/roster", [SAM]);
  await openPage();
  expect(await screen.findByText("Sam Student")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Roster" })).toBeVisible();
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

test("prints the roster with the dates and the place of the class", async () => {
  const print = jest.fn();
  window.print = print;
  api.respond("GET /myClass/7", {
    ...aReviewedClass({ _id: "7", nameClass: "Clay" }),
    firstDay: "2127-07-05",
    lastDay: "2127-07-09",
    place: "Pottery",
  });
  api.respond("GET /classes/7/roster", [SAM]);
  const { user } = await openPage();
  expect(await screen.findByText("Jul 5 – 9, 2127, Pottery")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
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
