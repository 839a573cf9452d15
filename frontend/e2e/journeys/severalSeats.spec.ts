import { expectAccessible } from "../support/accessibility";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  selectClass,
  type User,
} from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { moveFocusTo, press } from "../support/keyboard";
import { openAs } from "../support/login";
import {
  DECLINED_CARD,
  expectPaymentComplete,
  fillCard,
  payButton,
  payWithCard,
  THREE_D_SECURE_CARD,
  VALID_CARD,
} from "../support/stripe";

const SELECTED_PATH = "/dashboard/my-selected-classes";
const LESSON_DAY = new Date(Date.now() + 200 * 24 * 3_600_000).toISOString().slice(0, 10);
const LESSON = { date: LESSON_DAY, from: "09:00", to: "12:00" };

test.describe("a parent with two children", () => {
  // Chromium logs Stripe's 402.
  test.use({ viewport: { width: 390, height: 844 }, expectedConsoleErrors: /status of 402/ });

  test("pays once for three classes, and cancels one of them", { tag: "@main" }, async ({ page }) => {
    test.setTimeout(240_000);
    const stamp = Date.now();
    const [bowls, looms, paper] = [`Bowls ${stamp}`, `Looms ${stamp}`, `Paper ${stamp}`];
    const parent = await createStudent("Paula Parent");
    const [mia, tom] = await Promise.all([
      createChild(parent, "Mia", null),
      createChild(parent, "Tom", null),
    ]);
    await selectNewClass(parent, bowls, 45.5, mia);
    await selectNewClass(parent, looms, 60, tom);
    await selectNewClass(parent, paper, 21);

    await test.step("chooses the classes by keyboard", async () => {
      await openAs(page, parent, SELECTED_PATH);
      await moveFocusTo(page, page.getByRole("checkbox", { name: `Pay for ${bowls} for Mia` }));
      await page.keyboard.press("Space");
      await expect(page.getByRole("link", { name: "Pay for 2 seats: $81.00" })).toBeVisible();
      await page.keyboard.press("Space");
      await expectNothingHidden(page);
      await expectAccessible(page, "My Selected Classes with chosen classes");
      await press(page, page.getByRole("link", { name: "Pay for 3 seats: $126.50" }));
    });

    await test.step("sees what is to be paid, also after a reload", async () => {
      await expectCheckout(page, [bowls, looms, paper]);
      await expectAccessible(page, "Checkout");
      await page.reload();
      await expectCheckout(page, [bowls, looms, paper]);
    });

    await test.step("pays with a declined card first, then with a 3-D Secure card", async () => {
      await payWithCard(page, DECLINED_CARD);
      await expect(page.getByRole("alert").filter({ hasText: "Your card was declined." })).toBeVisible();
      await fillCard(page, THREE_D_SECURE_CARD);
      await payButton(page).click();
      const challenge = page.getByRole("dialog", { name: "Confirm your payment" });
      await challenge.getByRole("button", { name: "Complete authentication" }).click();
      await expectPaymentComplete(page);
      await expect(page.getByText(/^You've booked 3 seats\./)).toBeVisible();
      await expect(page.getByText(/^First lesson: .*9:00\sAM/)).toHaveCount(3);
      await expectAccessible(page, "the outcome of several seats");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Add all to my calendar" }).click();
      expect((await download).suggestedFilename()).toMatch(/\.ics$/);
    });

    await test.step("sees one receipt with three lines", async () => {
      await page.getByRole("link", { name: "View receipt" }).click();
      await expect(page.getByRole("heading", { name: /^Receipt [0-9A-F]{12}$/ })).toBeVisible();
      const lines = page.getByRole("table", { name: "What was paid" }).getByRole("row");
      await expect(lines).toContainText(["Class", /Bowls.*Mia/, /Looms.*Tom/, /Paper.*Paula/]);
      await expect(page.getByText("$126.50")).toBeVisible();
      await expect(page.getByText(/^pi_/)).toHaveCount(1);
      await expectAccessible(page, "Receipt");
    });

    await test.step("cancels one of them", async () => {
      await page.goto("/dashboard/my-enrolled-classes");
      await page.getByRole("link", { name: `Start Class: ${looms} for Tom` }).click();
      await page.getByRole("button", { name: "Cancel Tom's seat" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel Tom's seat" }).click();
      await expect(page.getByText("Tom no longer has a seat in this class.")).toBeVisible();
      await expect(page.getByText(/We've sent \$60.00 back/)).toBeVisible();
    });

    await test.step("keeps the others", async () => {
      await page.goto("/dashboard/my-payment-history");
      await expect(page.getByRole("row").filter({ hasText: looms })).toContainText("Refunded");
      for (const name of [bowls, paper]) {
        await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Enrolled");
      }
      await expect(page.getByText(/^Total paid/)).toHaveText("Total paid: $126.50, refunded: $60.00");
      await page.goto("/dashboard/my-enrolled-classes");
      await expect(page.getByRole("article")).toHaveCount(2);
    });
  });
});

test.describe("a class that fills up", () => {
  // The server refuses its seat.
  test.use({ expectedConsoleErrors: /status of 409/ });

  test("does not keep the student from paying for the others", async ({ page }) => {
    const stamp = Date.now();
    const [student, faster] = await Promise.all([createStudent(), createStudent()]);
    await selectNewClass(student, `Glaze ${stamp}`, 45.5);
    const last = {
      _id: await createApprovedClass(`Last Stool ${stamp}`, { seats: 1, price: 20 }),
      price: 20,
    };
    await selectClass(student, last._id);
    await openAs(page, student, SELECTED_PATH);
    const pay = page.getByRole("link", { name: "Pay for 2 seats: $65.50" });
    await expect(pay).toBeVisible();
    await bookSeat(faster, last);
    await pay.click();
    await expect(page.getByRole("listitem").filter({ hasText: "Last Stool" })).toContainText(
      "This class is full",
    );
    await expect(payButton(page)).toBeDisabled();
    await expectAccessible(page, "Checkout with a class that is full");
    await page.getByRole("link", { name: "Continue with the other class" }).click();
    await payWithCard(page, VALID_CARD);
    await expectPaymentComplete(page);
    await expect(page.getByText(/You're enrolled in/)).toBeVisible();
  });
});

/** Creates a class with a lesson and selects it for the student, or for their child. */
async function selectNewClass(
  student: User,
  name: string,
  price: number,
  childId: string | null = null,
): Promise<void> {
  const id = await createApprovedClass(name, { seats: 5, price, place: "Pottery", lessons: [LESSON] });
  await selectClass(student, id, childId);
}

async function expectCheckout(page: Page, names: string[]): Promise<void> {
  await expect(page.getByRole("timer")).toBeVisible();
  // On a phone the card form is near the top, also with many classes.
  expect((await page.getByText("Card details", { exact: true }).boundingBox())?.y).toBeLessThan(700);
  await press(page, page.getByText(/^3 classes · For /));
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(names.length);
  for (const name of names) await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("Total for 3 seats").locator("..")).toContainText("$126.50");
  await expect(payButton(page)).toContainText("$126.50");
}

/** Expects that the bar at the bottom does not cover a button that has the focus. */
async function expectNothingHidden(page: Page): Promise<void> {
  const bar = page.locator(".pay-bar");
  for (const button of await page.getByRole("button", { name: /^Remove / }).all()) {
    await button.focus();
    const [top, bottom] = await Promise.all([bar.boundingBox(), button.boundingBox()]);
    expect(bottom && bottom.y + bottom.height).toBeLessThanOrEqual(top?.y ?? 0);
  }
}
