import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createApprovedClass,
  createStudent,
  listOpenClasses,
  selectClass,
  type User,
} from "../support/api";
import { expect, type Page } from "../support/fixtures";
import { expectMessage } from "../support/network";
import { DECLINED_CARD, expectEnrolled, payWithCard, VALID_CARD, withStripeFaults } from "../support/stripe";

type Payment = components["schemas"]["PaymentOutput"];
type Selection = components["schemas"]["SelectionOutput"];

/** A state that a page reaches only by an action or a failure. */
export interface PageState {
  name: string;
  /** Brings the page into the state. The user is logged in already. */
  open: (page: Page, user: User) => Promise<void>;
  media?: "print";
  /** The screenshot shows the whole page, instead of its top. */
  wholePage?: boolean;
}

/** Ordered: later states need the payments of earlier ones. */
export const PAYMENT_STATES: PageState[] = [
  {
    name: "deleting a selection",
    open: async (page, user) => {
      await ensureSelection(user);
      await page.goto("/dashboard/my-selected-classes");
      await page
        .getByRole("button", { name: /^Remove / })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "a class that has filled up",
    open: async (page, user) => {
      const price = 20;
      const _id = await createApprovedClass(`Last Stool ${Date.now()}`, { seats: 1, price });
      const fasterStudent = await createStudent();
      const selectionId = await selectClass(user, _id);
      await bookSeat(fasterStudent, { _id, price });
      await page.goto(`/dashboard/payment/${selectionId}`);
      await expectMessage(page, /This class is full/);
    },
  },
  {
    name: "a declined card",
    open: async (page, user) => {
      await page.goto(`/dashboard/payment/${await ensureSelection(user)}`);
      await payWithCard(page, DECLINED_CARD);
      await expectMessage(page, /Your card was declined/);
    },
  },
  {
    name: "paid",
    open: async (page, user) => {
      await page.goto(`/dashboard/payment/${await ensureSelection(user)}`);
      await payWithCard(page, VALID_CARD);
      await expectEnrolled(page);
    },
  },
  {
    name: "a charged card before settlement",
    open: async (page, user) => {
      await withStripeFaults({ webhooks: [{ action: "drop", events: "*" }] }, async () => {
        await page.route(/\/payments$/, (route) => route.abort());
        await page.goto(`/dashboard/payment/${await ensureSelection(user)}`);
        await payWithCard(page, VALID_CARD);
        await expectMessage(page, /Your payment is safe/);
      });
    },
  },
  ...(["enrollPending", "refundPending", "refunded"] as const).map((status) => ({
    name: `the payment page, ${status}`,
    open: (page: Page, user: User) => openPaymentWithStatus(page, user, status),
  })),
  {
    name: "canceling an enrollment",
    open: async (page) => {
      await page.goto("/dashboard/my-enrolled-classes");
      await page
        .getByRole("link", { name: /^Start Class/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Cancel my seat" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "payments with every status", open: openHistory },
  { name: "payments with every status, printed", media: "print", open: openHistory },
];

/** Returns the id of a selection of a class with available seats. */
async function ensureSelection(user: User): Promise<string> {
  const selections = await user.request<Selection[]>("GET", `/selectClass?email=${user.email}`);
  const payable = selections.find(({ seats }) => seats > 0);
  if (payable) return payable._id;
  const enrollments = await user.request<{ classId: string }[]>("GET", `/enrolledStudent/${user.email}`);
  const enrolledIds = new Set(enrollments.map(({ classId }) => classId));
  const openClass = (await listOpenClasses()).find(({ _id }) => !enrolledIds.has(_id));
  if (!openClass) throw new Error("The demo has too few classes with available seats.");
  return selectClass(user, openClass._id);
}

const REASON = "The last seat was taken before your payment arrived.";

/** Fakes the list of payments: copies of the latest payment, one with each status. Returns that payment. */
async function fakePayments(page: Page, user: User, statuses: Payment["status"][]): Promise<Payment> {
  const [payment] = await user.request<Payment[]>("GET", `/payments/${user.email}`);
  if (!payment) throw new Error(`${user.email} has no payment.`);
  const payments = statuses.map((status, index) => {
    const isRefund = status === "refundPending" || status === "refunded";
    const refund = isRefund ? { refundReason: REASON, cancelUntil: null, cancellation: null } : {};
    const refundedAmount = status === "refunded" ? payment.price : 0;
    const refundOwed = status === "refundPending" ? payment.price : 0;
    return { ...payment, ...refund, refundedAmount, refundOwed, status, _id: `${payment._id}${index || ""}` };
  });
  await page.route(/\/payments\/[^/]+(@|%40)/, (route) => route.fulfill({ json: payments }));
  return payment;
}

async function openPaymentWithStatus(page: Page, user: User, status: Payment["status"]): Promise<void> {
  const { payId } = await fakePayments(page, user, [status]);
  await page.goto(`/dashboard/payment/${payId}`);
  await expect(page.getByText(/^Transaction complete/)).toBeVisible();
}

async function openHistory(page: Page, user: User): Promise<void> {
  await fakePayments(page, user, ["enrollPending", "enrolled", "refundPending", "refunded"]);
  await page.goto("/dashboard/my-payment-history");
  await expect(page.getByRole("row")).toHaveCount(5);
}
