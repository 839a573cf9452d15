import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { aReviewedClass, isSentHome } from "../testing/managing";
import { admin, instructor, renderAt, student } from "../testing/renderAt";
import type { Seat } from "./offering";

const open = () => renderAt("/dashboard/my-classes/7/roster", instructor);
const SAM: Seat = {
  _id: "1",
  name: "Sam Student",
  email: "student@camp.example",
  since: "2026-11-16T09:30:00Z",
  state: "enrolled",
};

beforeEach(() => api.answer("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" })));

test("an instructor sees who takes part in the class, and who is paying", async () => {
  api.answer("GET /classes/7/roster", [SAM, { ...SAM, _id: "2", name: "", state: "held" }]);
  await open();
  expect(await screen.findByRole("heading", { level: 1, name: "Roster: Clay" })).toBeVisible();
  const [, first, second] = screen.getAllByRole("row");
  expect(within(first as HTMLElement).getByText("Sam Student")).toBeVisible();
  expect(within(first as HTMLElement).getByText("student@camp.example")).toBeVisible();
  expect(within(first as HTMLElement).getByText(/^Nov 16, 2026/)).toBeVisible();
  expect(within(first as HTMLElement).getByText("Enrolled")).toBeVisible();
  expect(within(second as HTMLElement).getByText("Paying just now")).toBeVisible();
  expect(within(second as HTMLElement).getByText("No name given")).toBeVisible();
});

test("the roster is downloaded for a spreadsheet under the server's name", async () => {
  api.answer("GET /classes/7/roster", [SAM]);
  api.answer("GET /classes/7/roster?format=csv", "Name", 200, {
    "Content-Disposition": 'attachment; filename="roster-clay.csv"',
  });
  const saved: HTMLAnchorElement[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this);
  });
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(saved.map(({ download }) => download)).toEqual(["roster-clay.csv"]));
  expect(saved[0]?.href).toMatch(/^blob:/);
  expect(api.asked("GET /classes/7/roster?format=csv")[0]?.bearer).not.toBeNull();
});

test("a download that fails says so", async () => {
  api.answer("GET /classes/7/roster", [SAM]);
  api.refuse("GET /classes/7/roster?format=csv", 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  expect(
    await screen.findByText("The roster was not downloaded. The site is very busy.", {
      selector: ".toast *",
    }),
  ).toBeVisible();
});

test("an empty roster says so, and there is nothing to download", async () => {
  api.answer("GET /classes/7/roster", []);
  await open();
  expect(await screen.findByText("Nobody takes part in this class yet.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
});

test("another instructor's class is none of theirs", async () => {
  api.refuse("GET /myClass/7", 404, "not_found", "There is no such thing here.");
  api.refuse("GET /classes/7/roster", 404, "not_found", "There is no such thing here.");
  await open();
  expect(await screen.findByText("There is no such class among yours.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(/^Roster$/);
});

test("a roster that cannot be had is asked for again", async () => {
  api.refuse("GET /classes/7/roster", 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.answer("GET /classes/7/roster", [SAM]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Sam Student")).toBeVisible();
});

test.each([student, admin])("no other role may see it: %s", async (visitor) => {
  await isSentHome("/dashboard/my-classes/7/roster", visitor);
});
