import { expectAccessible } from "../support/accessibility";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  lessonInDays,
  paymentsOf,
  signInAdmin,
} from "../support/api";
import { startWorkerTasks } from "../support/database";
import { familyIdOf, payAtDesk } from "../support/desk";
import { expect, type Page, test } from "../support/fixtures";
import { press, type } from "../support/keyboard";
import { openAs } from "../support/login";
import { waitForEmail } from "../support/mailbox";

/** The worker sends refunds each minute. */
const AFTER_REFUNDS = { timeout: 120_000 };

test("a child is moved to a cheaper week with a part refund, and back", async ({ page }) => {
  test.setTimeout(300_000);
  const stamp = Date.now();
  const [dear, cheap] = [`Bowls ${stamp}`, `Looms ${stamp}`];
  const [admin, parent] = await Promise.all([signInAdmin(), createStudent("Paula Parent")]);
  const childId = await createChild(parent, "Mia", null);
  const _id = await createApprovedClass(dear, { seats: 1, price: 60, lessons: [lessonInDays(60)] });
  await createApprovedClass(cheap, { seats: 1, price: 45, lessons: [lessonInDays(67)] });
  await bookSeat(parent, { _id, price: 60, childId });
  const familyPath = `/dashboard/families/${await familyIdOf(admin, parent.email)}`;

  await test.step("the office compares both classes and moves the seat, by keyboard", async () => {
    await openAs(page, admin, familyPath);
    const dialog = await openMove(page, dear, cheap);
    const table = dialog.getByRole("table", { name: "Before and after the move" });
    await expect(table.getByRole("row", { name: "Price" })).toContainText("$60.00 paid$45.00");
    await expect(table.getByRole("row", { name: "Seats" })).toContainText("Sold out1 seat left");
    await expect(table.getByRole("row", { name: "If they cancel" })).toContainText(/100% until.*100% until/);
    await expect(dialog.getByLabel("Refund (optional)")).toHaveValue("15.00");
    await expectAccessible(page, "the dialog that moves a seat");
    await type(page, "Reason", "Mia's friend is in this week");
    await press(page, dialog.getByRole("button", { name: "Move", exact: true }));
    await expect(region(page, "Orders").getByRole("link", { name: cheap })).toBeVisible();
    await startWorkerTasks();
  });

  await test.step("the parent reads why, and gets the difference back", async () => {
    const email = await waitForEmail({ to: parent.email, subject: `Mia's seat is now in ${cheap}` });
    expect(email.text).toContain("Mia's friend is in this week");
    expect(email.text).toContain("$15.00");
    await openAs(page, parent, "/dashboard/my-enrolled-classes");
    const card = page.getByRole("article", { name: cheap });
    await expect(card.getByText(`Moved from ${dear}`)).toBeVisible();
    const refunded = async () => (await paymentsOf(parent)).map(({ refundedAmount }) => refundedAmount);
    await expect.poll(refunded, AFTER_REFUNDS).toEqual([15]);
    await page.goto("/dashboard/my-payment-history");
    await expect(page.getByRole("row", { name: cheap })).toContainText("$15.00 back: Mia's friend");
    await expect(page.getByText(/^Total paid/)).toHaveText("Total paid: $60.00, refunded: $15.00");
    await expectAccessible(page, "My Payment History after a move");
  });

  await test.step("the office moves the child back, and nobody pays the difference", async () => {
    await openAs(page, admin, familyPath);
    const dialog = await openMove(page, cheap, dear);
    await expect(dialog.getByLabel("Refund (optional)")).toHaveValue("");
    await type(page, "Reason", "Her friend is ill");
    await dialog.getByRole("checkbox", { name: "The school's decision" }).check();
    await press(page, dialog.getByRole("button", { name: "Move", exact: true }));
    await expect(region(page, "Orders").getByRole("link", { name: dear })).toBeVisible();
    await waitForEmail({ to: parent.email, subject: `Mia's seat is now in ${dear}` });
    await openAs(page, parent, "/dashboard/my-payment-history");
    const row = page.getByRole("row", { name: dear });
    await expect(row).toContainText(`Moved from ${cheap}`);
    await expect(row).toContainText("Enrolled");
    await expect(page.getByText(/^Total paid/)).toHaveText("Total paid: $60.00, refunded: $15.00");
  });
});

test("a class with seats by card and by check is withdrawn, and everything is paid back", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const price = 45.5;
  const bowls = `Bowls ${Date.now()}`;
  const [admin, byCard, byCheck] = await Promise.all([
    signInAdmin(),
    createStudent("Carla Card"),
    createStudent("Chris Check"),
  ]);
  const _id = await createApprovedClass(bowls, { seats: 4, price, lessons: [lessonInDays(60)] });
  await bookSeat(byCard, { _id, price });
  const userId = await payAtDesk(admin, byCheck, { classId: _id, childId: null, price });
  await admin.request("PATCH", `/classes/withdrawn/${_id}`, { reason: "The kiln is broken." });
  await startWorkerTasks();

  await test.step("the school sees what the card provider sends and what it pays back by hand", async () => {
    await openAs(page, admin, "/dashboard/manage-classes?view=cards&status=Denied");
    await page.getByRole("link", { name: `See Refunds ${bowls}` }).click();
    await expect(page.getByText("All refunds have been sent.")).toBeVisible(AFTER_REFUNDS);
    const facts = page.locator("dl.facts").getByRole("definition");
    await expect(facts).toHaveText(["2", "1 ($45.50)", "0 ($0.00)", "1 ($45.50)"]);
    await expectAccessible(page, "the refunds of a class with a seat from the desk");
    await page
      .getByRole("main")
      .getByText(/^They didn't pay by card/)
      .getByRole("link")
      .click();
  });

  await test.step("records under Money that the check was paid back, by keyboard", async () => {
    const owed = region(page, "To pay back by hand");
    await expect(owed.getByRole("row", { name: bowls })).toContainText("$45.50");
    await press(page, owed.getByRole("row", { name: bowls }).getByRole("button", { name: /^Paid back/ }));
    const dialog = page.getByRole("dialog", { name: "Paid back $45.50" });
    await dialog.getByLabel("How did you pay it back?").selectOption("Cash");
    await expectAccessible(page, "the dialog that records money paid back");
    await press(page, dialog.getByRole("button", { name: "Record $45.50" }));
    await expect(page.getByRole("row", { name: bowls })).toHaveCount(0);
    await page.goto(`/dashboard/families/${userId}`);
    await expect(region(page, "Orders").getByText(/^\$45.50 refunded in cash/)).toBeVisible();
  });

  await test.step("both families have an e-mail and see their refund", async () => {
    for (const family of [byCard, byCheck]) {
      await waitForEmail({ to: family.email, subject: `${bowls} won't take place` });
      await openAs(page, family, "/dashboard/my-payment-history");
      await expect(page.getByText(/^Total paid/)).toHaveText("Total paid: $45.50, refunded: $45.50");
    }
    await waitForEmail({ to: byCheck.email, subject: `We've paid you back $45.50 for ${bowls}` });
  });
});

function region(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

/** Opens the dialog that moves Mia's seat, and chooses the other class. */
async function openMove(page: Page, from: string, to: string) {
  await press(page, page.getByRole("button", { name: `Change ${from} for Mia` }));
  await press(page, page.getByRole("button", { name: "Move", exact: true }));
  await expect(page.getByRole("combobox", { name: "Class" })).toBeFocused();
  await page.keyboard.type(to);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  return page.getByRole("dialog", { name: `Move ${from} for Mia` });
}
