import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { aSeason } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";
import type { BookEntry, Check, ClassReport, InstructorReport, MethodTotal } from "./api";

const PATH = "/dashboard/money";
const BOOKS = `${PATH}/books`;
const MONTH = "from=2026-11-01&to=2026-11-16";
const ENTRY: BookEntry = {
  _id: "1",
  // The thirty-first of October at the camp.
  date: "2026-11-01T03:59:00Z",
  kind: "REFUND",
  method: "card",
  amount: -45.5,
  orderId: "o1",
  paymentId: "p1",
  classId: "7",
  nameClass: "Clay Animals",
  familyId: "3",
  name: "Paula Parent",
  email: "paula@camp.example",
  transactionId: "pi_1",
  refundId: "re_1",
  reference: "Check 7",
  recordedBy: null,
};
const CARD: MethodTotal = { method: "card", charged: 100, refunded: -45.5, returned: 0, total: 54.5 };
const BY_CHECK: MethodTotal = { method: "check", charged: 149.25, refunded: 0, returned: -20, total: 129.25 };
const CHECK: Check = {
  _id: "o2",
  date: "2026-11-02T15:00:00Z",
  reference: "2231",
  familyId: "3",
  name: "Paula Parent",
  email: "paula@camp.example",
  amount: 149.25,
};
const CLASS: ClassReport = {
  classId: "7",
  nameClass: "Clay Animals",
  instructorName: "Ida Instructor",
  season: "summer-2027",
  firstStart: "2027-07-05T13:00:00Z",
  seats: 8,
  capacity: 10,
  waiting: 2,
  list: 400,
  discount: 36,
  charged: 364,
  refunded: 45.5,
  kept: 318.5,
  earned: 100,
  notYetEarned: 218.5,
  lessonsHeld: 1,
  lessons: 5,
};
const INSTRUCTOR: InstructorReport = {
  instructorId: "2",
  name: "Ida Instructor",
  email: "ida@camp.example",
  lessons: 4,
  hours: 10.5,
};

beforeEach(() => {
  api.respond("GET /seasons", [aSeason({ name: "Summer 2027", slug: "summer-2027" })]);
  api.respond(`GET /reports/books?${MONTH}&limit=40`, [ENTRY]);
  api.respond(`GET /reports/books/totals?${MONTH}`, [CARD, BY_CHECK]);
  jest.setSystemTime(new Date("2026-11-16T15:00:00Z"));
});

/** Returns the names of the files that the page downloads. */
function recordDownloads(): string[] {
  const downloads: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  return downloads;
}

test("shows the books of the month, with a link to each family", async () => {
  const move: BookEntry = { ...ENTRY, _id: "2", kind: "MOVE", method: "none" };
  api.respond(`GET /reports/books?${MONTH}&limit=40`, [ENTRY, move]);
  await renderAt(BOOKS, admin);
  const table = await screen.findByRole("table", { name: "Movements of money, the oldest first" });
  expect(within(table).getAllByRole("row")[1]).toHaveTextContent(
    /Oct 31, 2026Refund by card-\$45.50Clay Animals.*Paula Parent.*Check 7/,
  );
  expect(within(table).getAllByRole("row")[2]).toHaveTextContent("Moved to another class-$45.50");
  expect(within(table).getAllByRole("link", { name: "Paula Parent" })[0]).toHaveAttribute(
    "href",
    "/dashboard/families/3",
  );
  expect(screen.queryByText(/pi_|re_1/)).toBeNull();
  expect(screen.getByLabelText("From")).toHaveValue("2026-11-01");
});

test("sums the books up by method", async () => {
  await renderAt(BOOKS, admin);
  const table = await screen.findByRole("table", { name: "Totals by method" });
  const [, ...rows] = within(table).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Card$100.00-$45.50$54.50",
    "Check$149.25-$20.00$129.25",
    "Total$249.25-$65.50$183.75",
  ]);
});

test("lists the checks to deposit, and prints them", async () => {
  api.respond(`GET /reports/books/checks?${MONTH}`, [
    CHECK,
    { ...CHECK, _id: "o3", reference: "", amount: 10 },
  ]);
  const print = jest.fn();
  window.print = print;
  const { user, at } = await renderAt(BOOKS, admin);
  await user.click(await screen.findByRole("button", { name: "Checks to deposit" }));
  const table = await screen.findByRole("table", { name: "Checks to deposit, the oldest first" });
  const [, ...rows] = within(table).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^2231Paula ParentNov\s2, 2026\$149.25$/),
    expect.stringMatching(/^No numberPaula Parent.*\$10.00$/),
  ]);
  expect(screen.getByText("$159.25")).toBeVisible();
  await waitFor(() => expect(at().search).toBe("?show=checks"));
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
});

test("keeps the days in the address, and downloads them", async () => {
  api.respond("GET /reports/books?from=2026-01-01&to=2026-11-16&limit=40", []);
  api.respond("GET /reports/books/totals?from=2026-01-01&to=2026-11-16", []);
  api.respondFile("GET /reports/books?from=2026-01-01&to=2026-11-16&format=csv", "", "books.csv");
  const downloads = recordDownloads();
  const { user, at } = await renderAt(BOOKS, admin);
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-01-01" } });
  expect(await screen.findByText("No money moved in these days.")).toBeVisible();
  await waitFor(() => expect(at().search).toBe("?from=2026-01-01"));
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(downloads).toEqual(["books.csv"]));
});

test("says what is wrong with the days", async () => {
  const message = "The first day can't be after the last.";
  api.handle("GET /reports/books?from=2026-12-01&to=2026-11-16&limit=40", () => ({
    status: 400,
    body: { code: "invalid", message: "Invalid", fields: { from: [message] } },
  }));
  await renderAt(`${BOOKS}?from=2026-12-01`, admin);
  expect(await screen.findByText(message)).toBeVisible();
});

test("shows the sums and the classes of a season", async () => {
  api.respond("GET /reports/classes", []);
  api.respond("GET /reports/classes?season=summer-2027", [CLASS, { ...CLASS, classId: "8", kept: 1.5 }]);
  const { user, at } = await renderAt(`${PATH}/classes`, admin);
  await screen.findByText("This season has no approved classes.");
  await user.selectOptions(screen.getByLabelText("Season"), "Summer 2027");
  const table = await screen.findByRole("table", { name: "Classes by first lesson" });
  expect(within(table).getAllByRole("row")[1]).toHaveTextContent(
    "Clay Animals8 / 1021 / 5$400.00$36.00$364.00$45.50$318.50$100.00$218.50",
  );
  expect(screen.getByText("$320.00")).toBeVisible();
  await waitFor(() => expect(at().search).toBe("?season=summer-2027"));
});

test("shows the hours of the instructors without a season", async () => {
  api.respond("GET /reports/instructors?season=none", [INSTRUCTOR]);
  api.respondFile("GET /reports/instructors?season=none&format=csv", "", "instructors.csv");
  const downloads = recordDownloads();
  const { user } = await renderAt(`${PATH}/instructors?season=none`, admin);
  const table = await screen.findByRole("table", { name: "Lessons and hours taught" });
  expect(within(table).getAllByRole("row")[1]).toHaveTextContent("Ida Instructorida@camp.example410.5");
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(downloads).toEqual(["instructors.csv"]));
});

test("offers to try again", async () => {
  api.fail("GET /reports/classes", 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(`${PATH}/classes`, admin);
  await screen.findByText("The site is very busy.");
  api.respond("GET /reports/classes", [CLASS]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table", { name: "Classes by first lesson" })).toBeVisible();
});

test("offers ranges of the books", async () => {
  const october = "from=2026-10-01&to=2026-10-31";
  api.respond(`GET /reports/books?${october}&limit=40`, []);
  api.respond(`GET /reports/books/totals?${october}`, []);
  const { user, at } = await renderAt(BOOKS, admin);
  const thisMonth = await screen.findByRole("button", { name: "This month" });
  expect(thisMonth).toHaveAttribute("aria-pressed", "true");
  await user.click(screen.getByRole("button", { name: "Last month" }));
  expect(await screen.findByText("No money moved in these days.")).toBeVisible();
  expect(thisMonth).toHaveAttribute("aria-pressed", "false");
  await waitFor(() => expect(at().search).toBe(`?${october}`));
});

test.each([student, instructor])("redirects the role $role to the home page", async (user) => {
  await expectRedirectHome(BOOKS, user);
});
