import { act, screen, waitFor, within } from "@testing-library/react";
import { aPayment } from "../../testing/builders";
import { PAYMENTS } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const ENROLLED_PATH = "/dashboard/my-enrolled-classes";
const HISTORY_PATH = "/dashboard/my-payment-history";
const main = () => within(screen.getByRole("main"));

test("shows every payment with its status and a button to print", async () => {
  const print = jest.fn();
  window.print = print;
  const refundReason = "You canceled your seat.";
  api.respond(PAYMENTS, [
    aPayment({
      _id: "p5",
      classId: "5",
      transactionId: "pi_5",
      nameClass: "Clay Animals",
      date: "2026-07-04T15:00:00Z",
    }),
    aPayment({
      _id: "p6",
      nameClass: "Looms",
      price: 20,
      status: "refunded",
      refundReason,
      refundedAmount: 20,
    }),
  ]);
  const { user } = await renderAt(HISTORY_PATH, student);
  const table = await screen.findByRole("table", { name: "Your payments, newest first" });
  const headings = within(table)
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent);
  expect(headings).toEqual(["No.", "Banner", "Class", "Instructor email", "Price", "Payment date", "Status"]);
  const [, clay, looms] = within(table).getAllByRole("row");
  expect(within(clay as HTMLElement).getByRole("link", { name: "Clay Animals" })).toHaveAttribute(
    "href",
    `${ENROLLED_PATH}/5`,
  );
  for (const [row, name, id] of [
    [clay, "Receipt for Clay Animals", "p5"],
    [looms, "Receipt for Looms", "p6"],
  ] as const)
    expect(within(row as HTMLElement).getByRole("link", { name })).toHaveAttribute(
      "href",
      `${HISTORY_PATH}/receipt/${id}`,
    );
  expect(clay).not.toHaveTextContent("pi_5");
  expect(clay).toHaveTextContent(/1Clay Animals.*instructor@camp.example.*\$45.50.*Jul 4, 2026.*Enrolled/);
  expect(looms).toHaveTextContent(/2Looms.*\$20.00.*Refunded.*You canceled your seat/);
  expect(main().getByText(/^Total paid/)).toHaveTextContent("Total paid: $65.50, refunded: $20.00");
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
});

test("shows the payments of one year, and leads to its tax statement", async () => {
  jest.setSystemTime(new Date("2026-11-16T15:00:00Z"));
  api.respond(PAYMENTS, [
    // New Year in UTC, but not yet at the camp.
    aPayment({ nameClass: "Looms", price: 20, date: "2026-01-01T04:59:00Z" }),
    aPayment({ nameClass: "Clay Animals", date: "2024-07-04T15:00:00Z" }),
  ]);
  const { user, at } = await renderAt(HISTORY_PATH, student);
  const year = await screen.findByLabelText("Year");
  const options = within(year).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["All years", "2026", "2025", "2024"]);
  const statement = screen.getByRole("link", { name: "Tax statement" });
  expect(statement).toHaveAttribute("href", `${HISTORY_PATH}/statement?year=2026`);
  await user.selectOptions(year, "2025");
  expect(screen.queryByText("Clay Animals")).toBeNull();
  expect(screen.getByText("Looms")).toBeVisible();
  expect(main().getByText(/^Total paid/)).toHaveTextContent("Total paid: $20.00");
  expect(statement).toHaveAttribute("href", `${HISTORY_PATH}/statement?year=2025`);
  await waitFor(() => expect(at().search).toBe("?year=2025"));
});

test("polls a pending payment only while the page is visible", async () => {
  const visibility = jest.spyOn(document, "visibilityState", "get");
  api.respond(PAYMENTS, [aPayment({ status: "enrollPending" })]);
  await renderAt(HISTORY_PATH, student);
  await advanceTime({ seconds: 10 });
  const polls = api.requests(PAYMENTS).length;
  expect(polls).toBeGreaterThan(2);
  visibility.mockReturnValue("hidden");
  await advanceTime({ minutes: 10 });
  expect(api.requests(PAYMENTS)).toHaveLength(polls);
  visibility.mockReturnValue("visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await advanceTime({ seconds: 0.1 });
  expect(api.requests(PAYMENTS)).toHaveLength(polls + 1);
});

test("retries a failed request for the payments only while the page is visible", async () => {
  const visibility = jest.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  api.fail(PAYMENTS, 503, "database_unavailable", "The site is very busy.");
  await renderAt(HISTORY_PATH, student);
  await advanceTime({ minutes: 10 });
  expect(api.requests(PAYMENTS)).toHaveLength(1);
  visibility.mockReturnValue("visible");
  api.respond(PAYMENTS, []);
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  expect(await screen.findByText("You haven't paid for a class yet.")).toBeVisible();
});

test("shows an empty state without payments", async () => {
  api.respond(PAYMENTS, []);
  await renderAt(HISTORY_PATH, student);
  expect(await screen.findByText("You haven't paid for a class yet.")).toBeVisible();
});

test("shows how it was paid, and what the school has moved and refunded", async () => {
  const move = { fromClassId: "5", fromClass: "Looms", toClassId: "7", toClass: "Clay Animals" };
  const refund = { _id: "1", amount: 10, state: "OWED" as const, createdAt: "2027-01-05T15:00:00Z" };
  api.respond(PAYMENTS, [
    aPayment({
      nameClass: "Clay Animals",
      method: "check",
      transactionId: null,
      moves: [{ ...move, at: "2027-01-05T15:00:00Z", reason: "Ines is ill" }],
      refunds: [{ ...refund, note: "The week is cheaper", endedAt: null }],
      refundOwed: 10,
    }),
  ]);
  await renderAt(HISTORY_PATH, student);
  const [, clay] = within(await screen.findByRole("table")).getAllByRole("row");
  expect(clay).toHaveTextContent("Moved from Looms on Tue, Jan 5: Ines is ill");
  expect(clay).toHaveTextContent(/Fri, Nov\s27, 9:00\sAM \(Eastern Time\) by check/);
  expect(clay).toHaveTextContent(
    "$10.00 to be paid back by the school$10.00 to come back: The week is cheaper",
  );
});

test("doesn't count a check that the bank returned", async () => {
  const returned = { method: "check", transactionId: null, refundedAmount: 45.5, returned: true } as const;
  const refundReason = "Your bank returned the check.";
  const times = { createdAt: "2027-01-05T15:00:00Z", endedAt: "2027-01-06T15:00:00Z" };
  const refunds = [{ _id: "1", amount: 10, state: "REPLACED" as const, note: "Rain", ...times }];
  api.respond(PAYMENTS, [
    aPayment({ status: "refunded", ...returned, refundReason, note: "No funds", refunds }),
  ]);
  await renderAt(HISTORY_PATH, student);
  const [, clay] = within(await screen.findByRole("table")).getAllByRole("row");
  expect(clay).toHaveTextContent(/Check returned.*Your bank returned the check. No funds/);
  expect(clay).not.toHaveTextContent("$10.00 back");
  expect(main().getByText(/^Total paid/)).toHaveTextContent(/^Total paid: \$0.00$/);
});

test("counts what the school had paid back before the bank returned the check", async () => {
  const returned = { method: "check", transactionId: null, refundedAmount: 45.5, returned: true } as const;
  api.respond(PAYMENTS, [aPayment({ status: "refunded", ...returned, paidBack: 20 })]);
  await renderAt(HISTORY_PATH, student);
  expect(await main().findByText(/^Total paid/)).toHaveTextContent("Total paid: $0.00, refunded: $20.00");
});
