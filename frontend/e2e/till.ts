import type { components } from "../src/shared/api.gen";
import { breakCards, DECLINED, GOOD, isEnrolled, payWith } from "./cards";
import { aStudent, offer, openClasses, type Person, pay, select } from "./people";
import { expect, type Page } from "./test";
import { isTold } from "./trouble";

type Payment = components["schemas"]["PaymentAnswer"];
type Selection = components["schemas"]["SelectionOutput"];

/** A screen that no address leads to by itself: something is missing, has failed, or is being asked. */
export interface State {
  what: string;
  /** Leaves the page as it is to be seen by `me`. */
  open: (page: Page, me: Person) => Promise<void>;
  media?: "print";
}

/** What becomes of paying, in order: a later one lives on what an earlier one has paid. */
export const TILL: State[] = [
  {
    what: "deleting a selection",
    open: async (page, me) => {
      await choose(me);
      await page.goto("/dashboard/my-selected-classes");
      await page
        .getByRole("button", { name: /^Delete: / })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    what: "a class that is full by now",
    open: async (page, me) => {
      const camp = { _id: await offer(`Last Stool ${Date.now()}`, { seats: 1, price: 20 }), price: 20 };
      const quicker = await aStudent();
      const id = await select(me, camp._id);
      await select(quicker, camp._id);
      await pay(quicker, camp);
      await page.goto(`/dashboard/payment/${id}`);
      await isTold(page, /This class is full/);
    },
  },
  {
    what: "a card that is declined",
    open: async (page, me) => {
      await page.goto(`/dashboard/payment/${await choose(me)}`);
      await payWith(page, DECLINED);
      await isTold(page, /Your card was declined/);
    },
  },
  {
    what: "paid",
    open: async (page, me) => {
      await page.goto(`/dashboard/payment/${await choose(me)}`);
      await payWith(page, GOOD);
      await isEnrolled(page);
    },
  },
  {
    what: "a charged card whose place is not written down yet",
    open: async (page, me) => {
      const mend = await breakCards({ webhooks: [{ action: "drop", events: "*" }] });
      await page.route(/\/payments$/, (route) => route.abort());
      await page.goto(`/dashboard/payment/${await choose(me)}`);
      await payWith(page, GOOD);
      await isTold(page, /Your payment is safe/);
      await mend();
    },
  },
  ...(["enrollPending", "refundPending", "refunded"] as const).map((status) => ({
    what: `the payment page, ${status}`,
    open: (page: Page, me: Person) => outcome(page, me, status),
  })),
  {
    what: "giving a place back",
    open: async (page) => {
      await page.goto("/dashboard/my-enrolled-classes");
      await page
        .getByRole("link", { name: /^Start Class/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Give the place back" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { what: "every kind of payment", open: history },
  { what: "every kind of payment, on paper", media: "print", open: history },
];

/** Selects a class that there is still a seat in; the selection's id. */
async function choose(me: Person): Promise<string> {
  const selected = await me.call<Selection[]>("GET", `/selectClass?email=${me.email}`);
  const open = selected.find(({ seats }) => seats > 0);
  if (open) return open._id;
  const enrolled = await me.call<{ classId: string }[]>("GET", `/enrolledStudent/${me.email}`);
  const mine = new Set(enrolled.map(({ classId }) => classId));
  const wanted = (await openClasses()).find(({ _id }) => !mine.has(_id));
  if (!wanted) throw new Error("The demo has too few classes with free seats.");
  return select(me, wanted._id);
}

const REASON = "The last seat was taken before your payment arrived.";

/** The student's payments as the server would tell them, were each in one of these states. */
async function tell(page: Page, me: Person, states: Payment["status"][]): Promise<Payment> {
  const [paid] = await me.call<Payment[]>("GET", `/payments/${me.email}`);
  if (!paid) throw new Error(`${me.email} has paid for nothing.`);
  const told = states.map((status, place) => {
    const back = status === "refundPending" || status === "refunded";
    const refund = back ? { refundReason: REASON, giveBackUntil: null } : {};
    const refundedAmount = status === "refunded" ? paid.price : 0;
    return { ...paid, ...refund, refundedAmount, status, _id: `${paid._id}${place || ""}` };
  });
  await page.route(/\/payments\/[^/]+(@|%40)/, (route) => route.fulfill({ json: told }));
  return paid;
}

async function outcome(page: Page, me: Person, status: Payment["status"]): Promise<void> {
  const { payId } = await tell(page, me, [status]);
  await page.goto(`/dashboard/payment/${payId}`);
  await expect(page.getByText(/^Transaction complete/)).toBeVisible();
}

async function history(page: Page, me: Person): Promise<void> {
  await tell(page, me, ["enrollPending", "enrolled", "refundPending", "refunded"]);
  await page.goto("/dashboard/my-payment-history");
  await expect(page.getByRole("row")).toHaveCount(5);
}
