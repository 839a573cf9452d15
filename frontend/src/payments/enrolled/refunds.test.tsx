import { screen, within } from "@testing-library/react";
import { anEnrolledClass, aPayment, aSelection, inMinutes } from "../../testing/builders";
import { ENROLLED, openCheckout, openPaymentPage, PAYMENTS } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";

const ENROLLED_PATH = "/dashboard/my-enrolled-classes";
const DAY = 24 * 60;
const HALF_CANCELED = {
  nameClass: "Looms",
  status: "refunded" as const,
  refundReason: "You canceled your seat.",
  refundedAmount: 22.75,
};

async function openHistory(...payments: ReturnType<typeof aPayment>[]) {
  api.respond(PAYMENTS, payments);
  await renderAt("/dashboard/my-payment-history", student);
  const [, ...rows] = within(await screen.findByRole("table")).getAllByRole("row");
  return rows;
}

test.each([
  ["Refunded", { ...HALF_CANCELED, refundedAmount: 45.5 }, /Refunded.*You canceled your seat\.$/],
  ["Partly refunded", HALF_CANCELED, /Partly refunded.*You canceled your seat\.\$22\.75 refunded$/],
  ["Canceled", { ...HALF_CANCELED, refundedAmount: 0 }, /Canceled.*You canceled your seat\.$/],
  ["Canceled", { ...HALF_CANCELED, price: 0, refundedAmount: 0 }, /Canceled.*You canceled your seat\.$/],
  [
    "Being refunded",
    { ...HALF_CANCELED, status: "refundPending" as const, refundedAmount: 10, refundOwed: 12.75 },
    /Being refunded.*You canceled your seat\.\$10\.00 refunded, \$12\.75 on its way$/,
  ],
  ["Enrolled", { refundedAmount: 10 }, /Enrolled.*\$10\.00 refunded$/],
])("shows the status %s and the refund in the payment history", async (status, overrides, text) => {
  const [row] = await openHistory(aPayment(overrides));
  expect(within(row as HTMLElement).getByText(status)).toBeVisible();
  expect(row).toHaveTextContent(text);
});

test("lists the classes that the school canceled in the last month", async () => {
  const reason = "The roof leaks.";
  const withdrawn = (nameClass: string, days: number, child = {}) =>
    aPayment({
      nameClass,
      classId: "7",
      status: "refunded",
      refundReason: "The school canceled this class.",
      withdrawal: { withdrawnAt: inMinutes(-days * DAY), reason },
      ...child,
    });
  api.respond(ENROLLED, [anEnrolledClass({ nameClass: "Looms" })]);
  api.respond(PAYMENTS, [
    withdrawn("Clay Animals", 2, { childId: "3", childName: "Mia" }),
    withdrawn("Paper Moons", 31),
  ]);
  await renderAt(ENROLLED_PATH, student);
  const notice = await screen.findByText(/won't take place/);
  expect(notice).toHaveTextContent(/^Clay Animals for Mia won't take place. The school canceled it on/);
  expect(within(notice).getByRole("link", { name: /^See why, and your refund/ })).toHaveAttribute(
    "href",
    `${ENROLLED_PATH}/7?child=3`,
  );
});

test("shows the refund rules with dates before the payment for one class", async () => {
  jest.setSystemTime(new Date("2027-05-01T13:00:00Z"));
  const refundSteps = [
    { hoursAfterPaying: null, percent: 100, until: "2027-05-31T13:00:00Z" },
    { hoursAfterPaying: null, percent: 50, until: "2027-06-16T13:00:00Z" },
    { hoursAfterPaying: null, percent: 0, until: null },
  ];
  await openPaymentPage(aSelection({ startsAt: "2027-06-30T13:00:00Z", refundSteps }));
  expect(await screen.findByText(/^Changed your mind\? Cancel by Mon, May 31, 9:00 AM/)).toHaveTextContent(
    "After that, you'll get 50% back until Wed, Jun 16, 9:00 AM (Eastern Time), then nothing. How refunds work",
  );
});

test("shows the refund rules in days before the payment for several classes", async () => {
  await openCheckout([aSelection(), aSelection()]);
  expect(await screen.findByText(/^Changed your mind\?/)).toHaveTextContent(
    "or at least 30 days before the first lesson, for a full refund.",
  );
});
