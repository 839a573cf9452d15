import type { components } from "../../src/shared/api/api.gen";
import {
  createApprovedClass,
  createChild,
  createStudent,
  joinWaitlist,
  lessonInDays,
  payForClass,
  paymentsOf,
  selectClass,
  signInAdmin,
  signInInstructor,
  type User,
} from "../support/api";
import { expect, type Page } from "../support/fixtures";
import { expectLoaded } from "../support/pages";
import type { UserStates } from "./pageStates";

type Selection = components["schemas"]["SelectionOutput"];
type Children = { _id: string; name: string }[];

const PRICE = 45.5;
const SELECTED_PATH = "/dashboard/my-selected-classes";

/** States of the pages about waitlists, by user. Ordered: later states need the entries of earlier ones. */
export const WAITLIST_STATES: Record<string, UserStates> = {
  "visitor of a sold-out class": {
    states: [
      { name: "log in to join a waitlist", open: openLogin },
      { name: "a login that leads to a waitlist", open: openPendingSelection },
    ],
  },
  "parent who waits": {
    createUser: createParent,
    states: [
      { name: "a sold-out class with a waitlist", open: openFullClass },
      { name: "who waits", open: openQuestion },
      { name: "a waitlist entry", open: openEntry },
      { name: "a waitlist entry, in the list", open: openEntryInList },
      { name: "waiting, without a selected class", open: (page) => openLoaded(page, SELECTED_PATH) },
      {
        name: "leaving a waitlist",
        open: async (page) => {
          await openLoaded(page, SELECTED_PATH);
          await page
            .getByRole("button", { name: /^Leave the waitlist/ })
            .first()
            .click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      { name: "an offered seat", open: openOffer },
      {
        name: "declining an offered seat",
        open: async (page) => {
          await openLoaded(page, SELECTED_PATH);
          await page.getByRole("button", { name: /^Decline/ }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      { name: "a card of an offered seat", open: openOfferedCard },
      { name: "paying for an offered seat", open: openPayment },
      { name: "an offer that has ended", open: openEndedOffer },
    ],
  },
  "instructor of a waitlist": {
    createUser: signInInstructor,
    states: [
      { name: "a waitlist", open: (page) => openRoster(page, "?tab=waitlist") },
      { name: "a roster beside a waitlist", open: (page) => openRoster(page) },
      {
        name: "an empty waitlist",
        open: async (page) => {
          const id = await createClass("Paper Lanterns", 8);
          await openLoaded(page, `/dashboard/classes/${id}?tab=waitlist`);
        },
      },
    ],
  },
  "admin of a waitlist": {
    createUser: signInAdmin,
    states: [
      { name: "a waitlist for an admin", open: (page) => openRoster(page, "?tab=waitlist") },
      {
        name: "offering the next seat",
        open: async (page) => {
          await openRoster(page, "?tab=waitlist");
          await page
            .getByRole("button", { name: /^Offer next/ })
            .first()
            .click();
          await page.getByRole("button", { name: "Offer Next", exact: true }).click();
          await expect(page.getByText("Please give a reason.")).toBeVisible();
        },
      },
      {
        name: "the card of a class with a waitlist",
        open: async (page) => {
          await openLoaded(page, "/dashboard/manage-classes?view=cards&show=waiting");
          await page.getByText("waiting").first().scrollIntoViewIfNeeded();
        },
      },
    ],
  },
};

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

function createClass(name: string, seats: number): Promise<string> {
  const lessons = [lessonInDays(60), lessonInDays(61)];
  return createApprovedClass(name, { seats, price: PRICE, place: "Pottery", lessons });
}

/** Creates a class without open seats and with a waitlist. */
async function createFullClass(name: string, waiting = 2): Promise<{ id: string; owner: User }> {
  const [id, owner] = await Promise.all([createClass(name, 1), createStudent("Olga Owner")]);
  await selectClass(owner, id);
  await payForClass(owner, { _id: id, price: PRICE });
  const names = ["Maximilian von Hohenstein-Wolkenburg", "Ana Li"].slice(0, waiting);
  for (const each of names) await joinWaitlist(await createStudent(each), id);
  return { id, owner };
}

async function createParent(): Promise<User> {
  const parent = await createStudent("Paula Parent");
  for (const name of ["Mia", "Tom"]) await createChild(parent, name, null);
  return parent;
}

async function openLogin(page: Page): Promise<void> {
  const { id } = await createFullClass("Throw Your First Bowl");
  await openLoaded(page, `/all-classes/${id}`);
  await page.getByRole("button", { name: /^Join the waitlist/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openPendingSelection(page: Page): Promise<void> {
  await openLogin(page);
  await page.getByRole("link", { name: "Login Now!" }).click();
  await expect(page.getByText(/^We'll put you on the waitlist/)).toBeVisible();
}

async function openFullClass(page: Page): Promise<void> {
  const { id } = await createFullClass("Weave a Wall Hanging");
  await openLoaded(page, `/all-classes/${id}`);
  await expect(page.getByRole("button", { name: /^Join the waitlist/ })).toBeEnabled();
}

async function openQuestion(page: Page): Promise<void> {
  await openFullClass(page);
  await page.getByRole("button", { name: /^Join the waitlist/ }).click();
  await expect(page.getByRole("dialog", { name: "Who is it for?" })).toBeVisible();
}

async function openEntry(page: Page): Promise<void> {
  await openQuestion(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Mia").check();
  await dialog.getByRole("button", { name: "Join the waitlist for Mia" }).click();
  await expect(page.getByText("Mia is number 3 on the waitlist.")).toBeVisible();
}

async function openEntryInList(page: Page): Promise<void> {
  await openLoaded(page, "/all-classes?q=Weave+a+Wall");
  await expect(page.getByText("Mia is number 3 on the waitlist.")).toBeVisible();
}

/** Opens the selected classes: one that is offered to a child, one that is open and one that is sold out; and two waitlist entries. */
async function openOffer(page: Page, parent: User): Promise<void> {
  const children = await parent.request<Children>("GET", "/children");
  const tom = children.find(({ name }) => name === "Tom")?._id ?? null;
  const { id, owner } = await createFullClass("Raku Firing for Families", 0);
  await joinWaitlist(parent, id, tom);
  const [payment] = await paymentsOf(owner);
  await owner.request("POST", `/payments/cancel/${payment?._id}`);
  await selectClass(parent, await createClass("Paper Moons", 8));
  const soldOut = await createClass("Linocut Letters", 1);
  await selectClass(parent, soldOut);
  const buyer = await createStudent("Olga Owner");
  await selectClass(buyer, soldOut);
  await payForClass(buyer, { _id: soldOut, price: PRICE });
  await openLoaded(page, SELECTED_PATH);
  await expect(page.getByText(/^Offered to you until/)).toBeVisible();
}

async function openOfferedCard(page: Page): Promise<void> {
  await openLoaded(page, "/all-classes?q=Raku+Firing+for+Families");
  await expect(page.getByText(/^A seat is offered to Tom until/).first()).toBeVisible();
}

async function openPayment(page: Page): Promise<void> {
  await openLoaded(page, SELECTED_PATH);
  await page.getByRole("link", { name: "Pay: Raku Firing for Families for Tom" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
}

async function openEndedOffer(page: Page, parent: User): Promise<void> {
  const rows = await parent.request<Selection[]>("GET", `/selectClass?email=${parent.email}`);
  const ended = new Date(Date.now() - 60_000).toISOString();
  const json = rows.map((row) =>
    row.offeredUntil ? { ...row, offeredUntil: ended, heldUntil: ended } : row,
  );
  await page.route(/\/selectClass\?/, (route) => route.fulfill({ json }));
  await openLoaded(page, SELECTED_PATH);
  await expect(page.getByText(/^This offer has ended/)).toBeVisible();
}

/** Opens the roster of a class with an offered seat, a waiting child and a waiting adult. */
async function openRoster(page: Page, query = ""): Promise<void> {
  const { id, owner } = await createFullClass("Carve a Spoon");
  const parent = await createParent();
  const [child] = await parent.request<Children>("GET", "/children");
  await joinWaitlist(parent, id, child?._id);
  const [payment] = await paymentsOf(owner);
  await owner.request("POST", `/payments/cancel/${payment?._id}`);
  await openLoaded(page, `/dashboard/classes/${id}${query}`);
}
