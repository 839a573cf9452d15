import { screen, waitFor, within } from "@testing-library/react";
import type { ResponseBody } from "../../shared/api/types";
import { aPayment } from "../../testing/builders";
import { PAYMENTS } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";

type Statement = ResponseBody<"GET", "/users/me/statement">;

const PATH = "/dashboard/my-payment-history/statement";
const CALL = "GET /users/me/statement?year=2025";
const STATEMENT: Statement = {
  year: 2025,
  name: "Paula Parent",
  email: "student@camp.example",
  provider: { name: "Kilnhouse Arts LLC", address: "12 Kiln Lane", taxId: "12-3456789" },
  participants: [
    { childId: null, name: "Paula Parent", paid: 60, refunded: 0, classes: [] },
    {
      childId: "3",
      name: "Mia",
      paid: 45.5,
      refunded: 20.5,
      classes: [{ classId: "7", nameClass: "Clay Animals", days: ["2025-07-05", "2025-07-06"] }],
    },
  ],
  entries: [
    {
      _id: "1",
      // The last minute of the year at the camp.
      date: "2026-01-01T04:59:00Z",
      kind: "REFUND",
      method: "card",
      what: "Refunded to the card",
      nameClass: "Clay Animals",
      amount: -20.5,
    },
  ],
  paid: 105.5,
  refunded: 20.5,
};

beforeEach(() => void jest.setSystemTime(new Date("2026-11-16T15:00:00Z")));
beforeEach(() => api.respond(PAYMENTS, [aPayment({ date: "2025-03-01T15:00:00Z" })]));

const openYear = () => renderAt({ pathname: PATH, search: "?year=2025" }, student);

test("shows the year of each participant, all movements and the school's tax id", async () => {
  api.respond(CALL, STATEMENT);
  await openYear();
  expect(await screen.findByRole("heading", { level: 1, name: "Tax Statement 2025" })).toBeVisible();
  expect(await screen.findByRole("group")).toHaveTextContent(
    "Kilnhouse Arts LLC12 Kiln LaneTax ID 12-3456789",
  );
  expect(screen.getByText("Paid $45.50, refunded $20.50")).toBeVisible();
  const lessons = screen.getByRole("table", { name: "Lessons of Mia" });
  expect(within(lessons).getAllByRole("row")[1]).toHaveTextContent("Clay AnimalsJul 5 – 6, 2025 (2 days)");
  const entries = screen.getByRole("table", { name: "All payments and refunds, the oldest first" });
  expect(within(entries).getAllByRole("row")[1]).toHaveTextContent(
    "Dec 31, 2025Refunded to the cardClay Animals-$20.50",
  );
  expect(screen.getByText("$105.50")).toBeVisible();
});

test("claims nothing without a tax id, and tells the family to ask the school", async () => {
  api.respond(CALL, { ...STATEMENT, provider: null });
  await openYear();
  expect(await screen.findByText(/names no tax ID of the school.*please ask/)).toBeVisible();
  expect(screen.queryByRole("group")).toBeNull();
});

test("shows the present year by default, and another one on request", async () => {
  const empty = { ...STATEMENT, participants: [], entries: [], paid: 0, refunded: 0 };
  api.respond("GET /users/me/statement?year=2026", { ...empty, year: 2026 });
  api.respond(CALL, STATEMENT);
  const { user, at } = await renderAt(PATH, student);
  expect(await screen.findByText("Nothing was paid or refunded in this year.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Tax Statement 2026" })).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Year"), "2025");
  expect(await screen.findByText("Paid $45.50, refunded $20.50")).toBeVisible();
  await waitFor(() => expect(at().search).toBe("?year=2025"));
});

test("prints, and downloads the PDF", async () => {
  const print = jest.fn();
  window.print = print;
  const downloads: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  api.respond(CALL, STATEMENT);
  api.respondFile("GET /users/me/statement.pdf?year=2025", "%PDF", "tax-statement-2025.pdf");
  const { user } = await openYear();
  await user.click(await screen.findByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button", { name: "Download PDF" }));
  await waitFor(() => expect(downloads).toEqual(["tax-statement-2025.pdf"]));
});
