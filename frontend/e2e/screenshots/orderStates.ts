import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  selectClass,
  type User,
} from "../support/api";
import { expect, type Page } from "../support/fixtures";
import { expectMessage } from "../support/network";
import { expectLoaded } from "../support/pages";
import { expectPaymentComplete, payWithCard, VALID_CARD } from "../support/stripe";
import type { UserStates } from "./pageStates";

type Selection = components["schemas"]["SelectionOutput"];
type Payment = components["schemas"]["PaymentOutput"];

const SELECTED_PATH = "/dashboard/my-selected-classes";
const PAYMENTS_URL = /\/payments\/[^/]+(@|%40)/;
const DAY_MS = 24 * 60 * 60_000;

/** States of the pages on which a student pays for several classes. Ordered: each needs the selections of the earlier ones. */
export const ORDER_STATES: Record<string, UserStates> = {
  "parent who pays for several classes": {
    createUser: createParent,
    states: [
      { name: "chosen classes", open: openChosen },
      { name: "chosen classes, the end of the page", open: openEnd },
      { name: "a checkout", open: openCheckout, wholePage: true },
      { name: "a checkout of classes at new prices", open: openNewPrices, wholePage: true },
      { name: "a checkout with a class that is full", open: openFullClass, wholePage: true },
      { name: "several paid classes", open: openPaid, wholePage: true },
      { name: "several paid classes, one refunded", open: openRefunded, wholePage: true },
      { name: "a receipt of several classes", open: openReceipt },
      { name: "a receipt of several classes, printed", open: openReceipt, media: "print" },
      { name: "a checkout of free classes", open: openFree },
    ],
  },
};

async function createParent(): Promise<User> {
  const parent = await createStudent("Paula Parent");
  const mia = await createChild(parent, "Mia", null);
  const tom = await createChild(parent, "Tom", null);
  for (const [name, price, child] of [
    ["Bowls and Plates", 45.5, mia],
    ["Weave a Long Wall Hanging Together", 60, tom],
    ["Paper Moons", 21, null],
  ] as const) {
    await selectClass(parent, await createClass(name, price), child);
  }
  return parent;
}

function createClass(name: string, price: number, seats = 8): Promise<string> {
  const date = new Date(Date.now() + 200 * DAY_MS).toISOString().slice(0, 10);
  const lessons = [{ date, from: "09:00", to: "12:00" }];
  return createApprovedClass(name, { seats, price, place: "Pottery", lessons });
}

async function openChosen(page: Page): Promise<void> {
  await page.goto(SELECTED_PATH);
}

async function openEnd(page: Page): Promise<void> {
  await openChosen(page);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
}

function selectionsOf(user: User): Promise<Selection[]> {
  return user.request("GET", `/selectClass?email=${user.email}`);
}

async function goToCheckout(page: Page, user: User): Promise<void> {
  const ids = (await selectionsOf(user)).map(({ _id }) => _id);
  await page.goto(`/dashboard/checkout?selections=${ids}`);
}

async function openCheckout(page: Page, user: User): Promise<void> {
  await goToCheckout(page, user);
  await expect(page.getByRole("timer")).toBeVisible();
}

async function openNewPrices(page: Page, user: User): Promise<void> {
  const lines = (await selectionsOf(user)).map(({ _id, price }) => ({ selectionId: _id, price: price + 5 }));
  const message = "The price of a class has changed. Please check the total before you pay.";
  const json = { code: "price_changed", message, lines };
  await page.route(/\/orders$/, (route) => route.fulfill({ status: 409, json }), { times: 1 });
  await goToCheckout(page, user);
  await expectMessage(page, /Together, they now cost/);
}

async function openFullClass(page: Page, user: User): Promise<void> {
  const last = { _id: await createClass("Last Stool", 20, 1), price: 20 };
  const selection = await selectClass(user, last._id);
  const faster = await createStudent();
  await bookSeat(faster, last);
  await goToCheckout(page, user);
  await expectMessage(page, /This class is full/);
  await user.request("DELETE", `/selectClass/${selection}`);
}

async function openPaid(page: Page, user: User): Promise<void> {
  await openCheckout(page, user);
  await selectClass(user, await createClass("Glaze Lab", 0));
  await payWithCard(page, VALID_CARD);
  await expectPaymentComplete(page);
}

function paymentsOf(user: User): Promise<Payment[]> {
  return user.request("GET", `/payments/${user.email}`);
}

async function openRefunded(page: Page, user: User): Promise<void> {
  const payments = await paymentsOf(user);
  const refunded = payments.map((payment, index) =>
    index === 0
      ? {
          ...payment,
          status: "refunded",
          refundReason: "The last seat was taken before your payment arrived.",
          refundedAmount: payment.price,
        }
      : payment,
  );
  await page.route(PAYMENTS_URL, (route) => route.fulfill({ json: refunded }));
  await page.goto(`/dashboard/checkout?selections=${payments.map(({ payId }) => payId)}`);
  await expect(page.getByText(/^You've booked 2 of 3 seats/)).toBeVisible();
}

async function openReceipt(page: Page, user: User): Promise<void> {
  await page.unroute(PAYMENTS_URL);
  const [payment] = await paymentsOf(user);
  await page.goto(`/dashboard/my-payment-history/receipt/${payment?._id}`);
  await expectLoaded(page);
  await expect(page.getByRole("table", { name: "What was paid" }).getByRole("row")).toHaveCount(4);
}

async function openFree(page: Page, user: User): Promise<void> {
  await selectClass(user, await createClass("Story Circle", 0));
  await goToCheckout(page, user);
  await expect(page.getByRole("button", { name: "Book 2 free seats" })).toBeVisible();
}
