import { expectAccessible } from "../support/accessibility";
import {
  createApprovedClass,
  createChild,
  createStudent,
  findClass,
  joinWaitlist,
  lessonInDays,
  payForClass,
  paymentsOf,
  selectClass,
  signInAdmin,
  signInInstructor,
  type User,
} from "../support/api";
import { endOffers, startWorkerTasks } from "../support/database";
import { expect, type Page, test } from "../support/fixtures";
import { press, type } from "../support/keyboard";
import { openAs } from "../support/login";
import { linksOf, waitForEmail } from "../support/mailbox";
import { expectMessage } from "../support/network";
import { returnToPage } from "../support/pages";
import { expectPaymentComplete, payWithCard, VALID_CARD } from "../support/stripe";
import { RUNNING_SITE_URL, SITE_URL } from "../support/urls";

const PRICE = 45.5;
const SELECTED_PATH = "/dashboard/my-selected-classes";

test("the waitlist of a full class gets each open seat in order: one offer is paid, one is declined, then the seat is open for everybody", {
  tag: "@main",
}, async ({ page }) => {
  test.setTimeout(240_000);
  const name = `Raku Bowls ${Date.now()}`;
  const id = await createApprovedClass(name, { seats: 1, price: PRICE, lessons: [lessonInDays(60)] });
  const [first, parent, third] = await Promise.all([
    createStudent("Finn First"),
    createStudent("Paula Parent"),
    createStudent("Theo Third"),
  ]);
  await buySeat(first, id);
  await createChild(parent, "Mia", null);

  await test.step("a parent puts a child on the waitlist, by keyboard", async () => {
    await openAs(page, parent, `/all-classes/${id}`);
    await press(page, page.getByRole("button", { name: `Join the waitlist for ${name}` }));
    const dialog = page.getByRole("dialog", { name: "Who is it for?" });
    await expectAccessible(page, "the question who waits");
    await press(page, dialog.getByRole("button", { name: "Join the waitlist for Mia" }));
    await expect(page.getByText("Mia is number 1 on the waitlist.")).toBeVisible();
    await expectAccessible(page, "a class with a waitlist");
    // Only the demo sends it within seconds.
    if (RUNNING_SITE_URL === undefined)
      await waitForEmail({ to: parent.email, subject: `Mia is on the waitlist for ${name}` });
  });

  await test.step("sees the position, and how it changes", async () => {
    await page.getByRole("link", { name: "See Mia's place" }).click();
    await expect(waitingRow(page, name)).toContainText("1 of 1");
    await joinWaitlist(third, id);
    await returnToPage(page);
    await expect(waitingRow(page, name)).toContainText("1 of 2");
    await expectAccessible(page, "My Selected Classes with a waitlist");
  });

  await test.step("follows the link in the e-mail about the seat, and pays", async () => {
    await cancelSeat(first);
    const email = await waitForEmail({ to: parent.email, subject: `A seat in ${name} is open for Mia` });
    expect(email.text).toContain("$45.50");
    await page.goto(linksOf(email).find((link) => link.startsWith(SITE_URL)) ?? "");
    await expect(page).toHaveURL(SELECTED_PATH);
    await expect(card(page, name)).toContainText(/Offered to you until .* hours left/);
    await expectAccessible(page, "an offered seat");
    await card(page, name)
      .getByRole("link", { name: `Pay: ${name} for Mia` })
      .click();
    await expect(page.getByRole("timer")).toHaveText(/^\d+:\d\d:\d\d$/);
    await payWithCard(page, VALID_CARD);
    await expectPaymentComplete(page);
    await expect(page.getByText(/Mia is enrolled in/)).toBeVisible();
    await page.goto("/dashboard/my-enrolled-classes");
    await expect(card(page, name)).toBeVisible();
  });

  await test.step("the next family declines, and everybody can book the seat", async () => {
    await raiseCapacity(id);
    await waitForEmail({ to: third.email, subject: `A seat in ${name} is open for you` });
    await openAs(page, third, SELECTED_PATH);
    await press(page, page.getByRole("button", { name: `Decline: ${name}` }));
    const dialog = page.getByRole("dialog", { name: "Decline this seat?" });
    await expectAccessible(page, "the question before declining a seat");
    await press(page, dialog.getByRole("button", { name: "Decline" }));
    await expectMessage(page, /You've declined the seat/);
    await expect(card(page, name)).toHaveCount(0);
    await page.goto(`/all-classes/${id}`);
    await expect(page.getByRole("button", { name: `Select ${name}` })).toBeEnabled();
    await expect(page.getByRole("button", { name: /^Join the waitlist/ })).toHaveCount(0);
  });
});

test("an offer that is not accepted lapses, and the next family gets it", async ({ page }) => {
  test.skip(RUNNING_SITE_URL !== undefined, "only the demo's offers can be ended early");
  const name = `Paper Boats ${Date.now()}`;
  const id = await createApprovedClass(name, { seats: 1, price: PRICE, lessons: [lessonInDays(60)] });
  const [owner, first, second] = await Promise.all([
    createStudent("Olga Owner"),
    createStudent("Finn First"),
    createStudent("Sara Second"),
  ]);
  await buySeat(owner, id);
  for (const student of [first, second]) await joinWaitlist(student, id);
  await cancelSeat(owner);
  await openAs(page, first, SELECTED_PATH);
  await expect(card(page, name)).toContainText("Offered to you");
  await endOffers(first.email);
  await startWorkerTasks();
  await waitForEmail({ to: first.email, subject: `The seat in ${name} is no longer held for you` });
  await returnToPage(page);
  await expect(card(page, name)).toHaveCount(0);
  await waitForEmail({ to: second.email, subject: `A seat in ${name} is open for you` });
});

test("an admin offers the next seat to a family further down, and the instructor sees it", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const name = `Silk Screens ${Date.now()}`;
  const [admin, instructor, owner, first, second] = await Promise.all([
    signInAdmin(),
    signInInstructor(),
    createStudent("Olga Owner"),
    createStudent("Finn First"),
    createStudent("Sara Second"),
  ]);
  const id = await createApprovedClass(name, { seats: 1, price: PRICE, lessons: [lessonInDays(60)] });
  await buySeat(owner, id);
  for (const student of [first, second]) await joinWaitlist(student, id);

  await test.step("the admin gives the reason, by keyboard", async () => {
    await openAs(page, admin, `/dashboard/manage-classes?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("link", { name: "Waitlist (2)" }).click();
    await expectAccessible(page, "the waitlist of a class");
    await press(page, page.getByRole("button", { name: "Offer next to Sara Second" }));
    const dialog = page.getByRole("dialog", { name: "Offer the next seat?" });
    await expectAccessible(page, "the question before an offer");
    await type(page, "Reason", "Her brother has a seat.");
    await press(page, dialog.getByRole("button", { name: "Offer Next" }));
    await expectMessage(page, /Sara Second gets the next open seat/);
    await expect(page.getByRole("row").nth(1)).toContainText("Sara Second");
  });

  await test.step("the next open seat is offered to this family", async () => {
    await cancelSeat(owner);
    await waitForEmail({ to: second.email, subject: `A seat in ${name} is open for you` });
    await openAs(page, instructor, `/dashboard/classes/${id}?tab=waitlist`);
    await expect(page.getByRole("row", { name: /Sara Second/ })).toContainText("Seat offered");
    await expect(page.getByRole("row", { name: /Finn First/ })).toContainText("Waiting");
    await expect(page.getByRole("button", { name: /^Offer next/ })).toHaveCount(0);
  });

  await test.step("a family leaves the waitlist", async () => {
    await openAs(page, first, SELECTED_PATH);
    await press(page, page.getByRole("button", { name: `Leave the waitlist: ${name}` }));
    const dialog = page.getByRole("dialog", { name: "Leave the waitlist?" });
    await press(page, dialog.getByRole("button", { name: "Leave" }));
    await expect(page.getByRole("heading", { name: "Waiting" })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});

function card(page: Page, name: string) {
  return page.getByRole("article", { name, exact: true });
}

function waitingRow(page: Page, name: string) {
  return page.getByRole("region", { name: "Waiting" }).getByRole("row", { name });
}

async function buySeat(student: User, id: string): Promise<void> {
  await selectClass(student, id);
  await payForClass(student, { _id: id, price: PRICE });
}

async function cancelSeat(student: User): Promise<void> {
  const [payment] = await paymentsOf(student);
  await student.request("POST", `/payments/cancel/${payment?._id}`);
}

async function raiseCapacity(id: string): Promise<void> {
  const [instructor, campClass] = await Promise.all([signInInstructor(), findClass(id)]);
  const { nameClass, image, price, seats, enroll } = campClass;
  const body = { nameClass, image, price, enroll, seats: seats + 1 };
  await instructor.request("PUT", `/classes/${id}`, body);
}
