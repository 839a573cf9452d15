import { screen, waitFor, within } from "@testing-library/react";
import type { ResponseBody } from "../../shared/api/types";
import { api } from "../../testing/fakes/fakeApi";
import { admin, renderAt, student } from "../../testing/renderAt";

type Receipt = ResponseBody<"GET", "/payments/{id}/receipt">;

const PATH = "/dashboard/my-payment-history/receipt/p1";
const CALL = "GET /payments/p1/receipt";
const LINE = {
  paymentId: "p1",
  classId: "7",
  nameClass: "Clay Animals",
  participant: "Mia",
  days: ["2027-07-05", "2027-07-06"],
  listPrice: 50,
  discount: 4.5,
  amount: 45.5,
  refund: 0,
  returned: false,
};
const RECEIPT: Receipt = {
  number: "3F2A9C1B77D0",
  // The fifth at the camp.
  date: "2026-11-06T04:30:00Z",
  method: "card",
  transactionId: "pi_9",
  paidBy: "Paula Parent",
  email: "student@camp.example",
  school: { name: "Kilnhouse Arts LLC", address: "12 Kiln Lane", taxId: "12-3456789" },
  lines: [LINE, { ...LINE, paymentId: "p2", nameClass: "Looms", participant: "Tom", days: [], refund: 45.5 }],
  total: 91,
  refunded: 45.5,
};

test("shows what was paid at once, for which days, and what was refunded", async () => {
  api.respond(CALL, RECEIPT);
  await renderAt(PATH, student);
  expect(await screen.findByRole("heading", { level: 1, name: "Receipt 3F2A9C1B77D0" })).toBeVisible();
  expect(screen.getByRole("group")).toHaveTextContent("Kilnhouse Arts LLC12 Kiln LaneTax ID 12-3456789");
  expect(screen.getByRole("link", { name: "Back to My Payment History" })).toBeVisible();
  for (const text of ["Paula Parent", "student@camp.example", "Nov 5, 2026", "Card", "pi_9"])
    expect(screen.getByText(text)).toBeVisible();
  const [, clay, looms] = within(screen.getByRole("table", { name: "What was paid" })).getAllByRole("row");
  expect(clay).toHaveTextContent("Clay Animals for MiaDays of service: Jul 5 – 6, 2027 (2 days)");
  expect(clay).toHaveTextContent("$50.00$4.50$45.50$0.00");
  expect(looms).toHaveTextContent("Days of service: none");
  expect(screen.getByText("$91.00")).toBeVisible();
});

test("says that a check was returned unpaid", async () => {
  api.respond(CALL, { ...RECEIPT, lines: [{ ...LINE, amount: 0, returned: true }], total: 0, refunded: 0 });
  await renderAt(PATH, student);
  const [, clay] = within(await screen.findByRole("table", { name: "What was paid" })).getAllByRole("row");
  expect(clay).toHaveTextContent("Check returned unpaid$50.00$4.50$0.00$0.00");
});

test("leads back to the student's own payments only", async () => {
  api.respond(CALL, RECEIPT);
  await renderAt(PATH, admin);
  expect(await screen.findByText("pi_9")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Back to My Payment History" })).toBeNull();
});

test("prints, and downloads the PDF", async () => {
  const print = jest.fn();
  window.print = print;
  const downloads: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  api.respond(CALL, { ...RECEIPT, method: null, transactionId: null });
  api.respondFile("GET /payments/p1/receipt.pdf", "%PDF", "receipt-3F2A.pdf");
  const { user } = await renderAt(PATH, student);
  expect(await screen.findByText("Nothing to pay")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button", { name: "Download PDF" }));
  await waitFor(() => expect(downloads).toEqual(["receipt-3F2A.pdf"]));
});

test("shows that somebody else's receipt is not there", async () => {
  api.fail(CALL, 404, "not_found", "It doesn't exist.");
  await renderAt(PATH, student);
  expect(await screen.findByText("You don't have this receipt.")).toBeVisible();
});

test("offers to try again", async () => {
  api.fail(CALL, 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(PATH, student);
  await screen.findByText("The site is very busy.");
  api.respond(CALL, RECEIPT);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("pi_9")).toBeVisible();
});
