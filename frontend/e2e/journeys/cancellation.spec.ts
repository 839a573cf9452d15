import { expectAccessible } from "../support/accessibility";
import {
  bookSeat,
  createApprovedClass,
  createStudent,
  findClass,
  lessonInDays,
  type User,
} from "../support/api";
import { agePayments } from "../support/database";
import { expect, type Page, test } from "../support/fixtures";
import { press } from "../support/keyboard";
import { openAs } from "../support/login";
import { waitForEmail } from "../support/mailbox";
import { RUNNING_SITE_URL } from "../support/urls";

const SEATS = 5;
const PRICE = 45.5;
/** More than `CANCEL_WITHIN_HOURS`: only the refund rules apply to a payment that is this old. */
const HOURS = 49;

test.use({ timezoneId: "America/New_York" });
test.skip(RUNNING_SITE_URL !== undefined, "only the demo's payments can be made older");

test("a student cancels two weeks before the class, and gets half of the price back", {
  tag: "@main",
}, async ({ page }) => {
  const { student, id, name } = await buySeat(20);

  await test.step("would get the full price back at first", async () => {
    await openAs(page, student, `/dashboard/my-enrolled-classes/${id}`);
    await expect(page.getByText(/^You'll get \$45.50 back \(100%\) if you cancel by/)).toBeVisible();
  });

  await test.step("sees the current refund in the dialog, although the page was opened before", async () => {
    await agePayments(student.email, HOURS);
    await page.getByRole("button", { name: "Cancel my seat" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel your seat?" });
    await expect(dialog).toContainText("send $22.75 (50%) back to your card");
    await expectAccessible(page, "canceling for half of the price");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(
      page.getByText(/^You'll get \$22.75 back \(50%\) if you cancel by .+, 9:00\sAM\./),
    ).toBeVisible();
  });

  await test.step("cancels by keyboard", async () => {
    await press(page, page.getByRole("button", { name: "Cancel my seat" }));
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Cancel my seat" }));
    await expect(page.getByText(/We've sent \$22.75 of \$45.50 back/)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  });

  await test.step("sees the amount in the history and in the e-mail", async () => {
    await page.goto("/dashboard/my-payment-history");
    await expect(page.getByRole("row").filter({ hasText: name })).toContainText(
      /Partly refunded.*\$22\.75 refunded/,
    );
    await expect(page.getByText(/^Total paid/)).toHaveText("Total paid: $45.50, refunded: $22.75");
    const subject = `You canceled your seat in ${name}`;
    expect((await waitForEmail({ to: student.email, subject })).text).toContain("$22.75");
  });
});

test("a student gives up a seat without a refund in the last days before the class", async ({ page }) => {
  const { student, id, name } = await buySeat(5);
  await agePayments(student.email, HOURS);
  await openAs(page, student, `/dashboard/my-enrolled-classes/${id}`);
  await expect(page.getByText(/^It's too late for a refund. You can still give up your seat./)).toBeVisible();
  await press(page, page.getByRole("button", { name: "Give up my seat" }));
  const dialog = page.getByRole("dialog", { name: "Give up your seat without a refund?" });
  await expect(dialog).toContainText("You won't get any money back");
  await expectAccessible(page, "giving up a seat");
  await press(page, dialog.getByRole("button", { name: "Give up my seat" }));
  await expect(page.getByText("You canceled your seat. It was too late for a refund.")).toBeVisible();
  expect((await findClass(id)).seats).toBe(SEATS);
  const email = await waitForEmail({ to: student.email, subject: `You canceled your seat in ${name}` });
  expect(email.text.replace(/\s+/g, " ")).toContain("without a refund");
  await expectHistory(page, name);
});

async function expectHistory(page: Page, name: string): Promise<void> {
  await page.goto("/dashboard/my-payment-history");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Canceled");
  await expect(row).not.toContainText("$0.00");
}

/** Buys a seat in a new class whose only lesson is in this number of days. */
async function buySeat(days: number): Promise<{ student: User; id: string; name: string }> {
  const name = `Spoons in ${days} ${Date.now()}`;
  const [student, id] = await Promise.all([
    createStudent("Cleo Canceler"),
    createApprovedClass(name, { seats: SEATS, price: PRICE, lessons: [lessonInDays(days)] }),
  ]);
  await bookSeat(student, { _id: id, price: PRICE });
  return { student, id, name };
}
