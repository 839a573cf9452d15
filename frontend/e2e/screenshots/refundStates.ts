import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createApprovedClass,
  createStudent,
  lessonInDays,
  paymentsOf,
  signInAdmin,
  signInInstructor,
  type User,
} from "../support/api";
import { expect, type Page } from "../support/fixtures";
import { expectLoaded } from "../support/pages";
import type { UserStates } from "./pageStates";

type Payment = components["schemas"]["PaymentOutput"];
type Withdrawal = components["schemas"]["WithdrawalOutput"];
type ClassRow = components["schemas"]["ListedClassOutput"];

const PRICE = 45.5;
const REASON =
  "Ines has broken her wrist and can't teach this summer. We haven't found anybody to take her place.";
const WITHDRAWN_AT = new Date().toISOString();
const TERMS = {
  half: { percent: 50, amount: 22.75, until: new Date(Date.now() + 6 * 24 * 3_600_000).toISOString() },
  nothing: { percent: 0, amount: 0, until: null },
};
const PARTLY_REFUNDED: Partial<Payment> = {
  status: "refunded",
  refundReason: "You canceled your seat.",
  refundedAmount: 22.75,
  cancellation: null,
};
const WITHDRAWN: Partial<Payment> = {
  status: "refundPending",
  refundReason: "The school canceled this class.",
  refundOwed: PRICE,
  cancellation: null,
  withdrawal: { withdrawnAt: WITHDRAWN_AT, reason: REASON },
};

/** States of the pages about cancellations, withdrawn classes and e-mails, by user. All states of a user use the same seat. */
export const REFUND_STATES: Record<string, UserStates> = {
  "student who cancels": {
    createUser: createBooker,
    states: [
      { name: "half of the price comes back", open: (page, user) => openSeat(page, user, TERMS.half) },
      {
        name: "canceling for half of the price",
        open: async (page, user) => {
          await openSeat(page, user, TERMS.half);
          await openDialog(page, "Cancel my seat");
        },
      },
      { name: "too late for a refund", open: (page, user) => openSeat(page, user, TERMS.nothing) },
      {
        name: "giving up a seat",
        open: async (page, user) => {
          await openSeat(page, user, TERMS.nothing);
          await openDialog(page, "Give up my seat");
        },
      },
      { name: "a seat in a class that has begun", open: (page, user) => openSeat(page, user, null) },
      {
        name: "a partial refund, and a class that the school canceled",
        open: async (page, user) => {
          await fakePayments(page, user, [PARTLY_REFUNDED, WITHDRAWN]);
          await openLoaded(page, "/dashboard/my-payment-history");
        },
      },
      { name: "a class that the school canceled", open: openWithdrawnSeat },
      {
        name: "enrolled classes, one canceled by the school",
        open: async (page, user) => {
          await fakePayments(page, user, [{}, WITHDRAWN]);
          await openLoaded(page, "/dashboard/my-enrolled-classes");
        },
      },
      { name: "an address that refuses e-mails", open: openRefusedAddress },
      { name: "the switch for reminders", open: openReminders },
    ],
  },
  "admin who withdraws a class": {
    createUser: signInAdmin,
    states: [
      { name: "the question before a withdrawal", open: openQuestion },
      {
        name: "a withdrawal without a reason",
        open: async (page) => {
          await openQuestion(page);
          await page.getByRole("button", { name: "Withdraw Class" }).click();
          await expect(page.getByText("Please give a reason.")).toBeVisible();
        },
      },
      { name: "refunds being sent", open: (page) => openWithdrawal(page, { sent: 3, owed: 5, failed: 0 }) },
      { name: "refunds that failed", open: (page) => openWithdrawal(page, { sent: 6, owed: 2, failed: 2 }) },
      { name: "all refunds sent", open: (page) => openWithdrawal(page, { sent: 8, owed: 0, failed: 0 }) },
      { name: "a withdrawn class", open: openWithdrawnCard },
    ],
  },
  "instructor of a withdrawn class": {
    createUser: signInInstructor,
    states: [
      {
        name: "my classes, one withdrawn",
        open: async (page) => {
          const id = await createWithdrawnClass();
          await openLoaded(page, "/dashboard/my-classes?status=Denied");
          await page.locator(`#class-${id}`).scrollIntoViewIfNeeded();
        },
      },
      {
        name: "the form of a withdrawn class",
        open: async (page) => openLoaded(page, `/dashboard/update-class/${await createWithdrawnClass()}`),
      },
    ],
  },
};

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

function createClass(): Promise<string> {
  return createApprovedClass("Throw Your First Bowl", {
    seats: 8,
    price: PRICE,
    place: "Pottery",
    lessons: [lessonInDays(60)],
  });
}

/** Creates a student with a seat. */
async function createBooker(): Promise<User> {
  const [student, id] = await Promise.all([createStudent("Cleo Canceler"), createClass()]);
  await bookSeat(student, { _id: id, price: PRICE });
  return student;
}

/** Fakes the list of payments: copies of the student's payment with these changes. Returns the payment. */
async function fakePayments(page: Page, user: User, changes: Partial<Payment>[]): Promise<Payment> {
  const [payment] = await paymentsOf(user);
  if (!payment) throw new Error(`${user.email} has no payment.`);
  const json = changes.map((change, index) => ({ ...payment, ...change, _id: `${payment._id}${index}` }));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(/\/payments\/[^/]+(@|%40)/, (route) => route.fulfill({ json }));
  return payment;
}

async function openSeat(page: Page, user: User, cancellation: Payment["cancellation"]): Promise<void> {
  const { classId } = await fakePayments(page, user, [{ cancellation }]);
  await openLoaded(page, `/dashboard/my-enrolled-classes/${classId}`);
  await page.getByRole("heading", { name: "Canceling your seat" }).scrollIntoViewIfNeeded();
}

async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openWithdrawnSeat(page: Page, user: User): Promise<void> {
  const { classId } = await fakePayments(page, user, [WITHDRAWN]);
  await page.route(/\/enrolledStudent\//, (route) => route.fulfill({ json: [] }));
  await openLoaded(page, `/dashboard/my-enrolled-classes/${classId}`);
  await expect(page.getByText(/^The school canceled this class on/)).toBeVisible();
}

async function openRefusedAddress(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(/\/users\/me\/email$/, (route) =>
    route.fulfill({ json: { wantsReminders: true, refusedAt: WITHDRAWN_AT } }),
  );
  await openLoaded(page, "/dashboard/my-selected-classes");
  await expect(page.getByText(/^We couldn't deliver our last email/)).toBeVisible();
}

async function openReminders(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await openLoaded(page, "/dashboard/profile");
  await page.getByRole("switch").scrollIntoViewIfNeeded();
}

async function openQuestion(page: Page): Promise<void> {
  await openLoaded(page, "/dashboard/manage-classes?view=cards&status=Approved");
  await page
    .getByRole("article")
    .getByRole("button", { name: /^Change/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** Creates a class without students and withdraws it. Returns its id. */
async function createWithdrawnClass(): Promise<string> {
  const [id, admin] = await Promise.all([createClass(), signInAdmin()]);
  await admin.request("PATCH", `/classes/withdrawn/${id}`, { reason: REASON });
  return id;
}

async function openWithdrawnCard(page: Page): Promise<void> {
  const admin = await signInAdmin();
  const classes = await admin.request<ClassRow[]>("GET", "/classes");
  const id = classes.find(({ withdrawnAt }) => withdrawnAt)?._id ?? (await createWithdrawnClass());
  await openLoaded(page, "/dashboard/manage-classes?view=cards&status=Denied");
  await page.locator(`#class-${id}`).scrollIntoViewIfNeeded();
}

async function openWithdrawal(page: Page, refunds: Withdrawal["refunds"]): Promise<void> {
  const { sent, owed, failed } = refunds;
  const names = ["Greta Guest", "Maximilian von Hohenstein-Wolkenburg"].slice(0, failed);
  const withdrawal: Withdrawal = {
    withdrawnAt: WITHDRAWN_AT,
    reason: REASON,
    seats: sent + owed,
    byHand: { payments: 0, amount: 0 },
    refunds,
    amount: { sent: sent * PRICE, owed: owed * PRICE },
    failed: names.map((name, index) => ({
      paymentId: String(index),
      name,
      email: `${name.toLowerCase().replaceAll(" ", ".")}@camp.example`,
      amount: PRICE,
      error: "The refund failed: lost_or_stolen_card.",
    })),
  };
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(/\/withdrawal$/, (route) => route.fulfill({ json: withdrawal }));
  await openWithdrawnCard(page);
  await page
    .getByRole("link", { name: /^See Refunds/ })
    .first()
    .click();
  await expect(page.locator("dl.facts").first()).toBeVisible();
}
