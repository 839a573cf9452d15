import { createStudent, findOpenClass, selectClass } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import {
  DECLINED_CARD,
  deliverDroppedWebhook,
  expectEnrolled,
  fillCard,
  payButton,
  payWithCard,
  THREE_D_SECURE_CARD,
  VALID_CARD,
  withStripeFaults,
} from "../support/stripe";

/** Opens the payment page of a selected class as a new student. */
async function openPaymentPage(page: Page): Promise<void> {
  const [student, openClass] = await Promise.all([createStudent(), findOpenClass()]);
  const selectionId = await selectClass(student, openClass._id);
  await openAs(page, student, `/dashboard/payment/${selectionId}`);
}

test.describe("declined card", () => {
  // Chromium logs Stripe's 402.
  test.use({ expectedConsoleErrors: /status of 402/ });

  test("shows that a card was declined and accepts another card", async ({ page }) => {
    await openPaymentPage(page);
    await payWithCard(page, DECLINED_CARD);
    await expect(page.getByRole("alert").filter({ hasText: "Your card was declined." })).toBeVisible();
    await fillCard(page, VALID_CARD);
    await payButton(page).click();
    await expectEnrolled(page);
  });

  test("pays with a 3-D Secure card after a failed authentication", { tag: "@main" }, async ({ page }) => {
    await openPaymentPage(page);
    await payWithCard(page, THREE_D_SECURE_CARD);
    const challenge = page.getByRole("dialog", { name: "Confirm your payment" });
    await challenge.getByRole("button", { name: "Fail authentication" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /authenticate/ })).toBeVisible();
    await fillCard(page, THREE_D_SECURE_CARD);
    await payButton(page).click();
    await challenge.getByRole("button", { name: "Complete authentication" }).click();
    await expectEnrolled(page);
  });
});

test.describe("Stripe failure", () => {
  test.use({ expectedConsoleErrors: /ERR_CONNECTION_REFUSED|status of 503/ });

  test("offers to load the card form again when it could not be loaded", async ({ page }) => {
    const script = /\/v3\/stripe\.js$/;
    await page.route(script, (route) => route.abort("connectionrefused"));
    await openPaymentPage(page);
    await expect(page.getByText(/card form couldn't be loaded/)).toBeVisible();
    await page.unroute(script);
    await page.getByRole("button", { name: "Try again" }).click();
    await payWithCard(page, VALID_CARD);
    await expectEnrolled(page);
  });

  test("offers to try again while Stripe is down", async ({ page }) => {
    const requests = [{ fault: "fail" as const, path: "/v1/payment_intents*", count: null }];
    await withStripeFaults({ requests }, async () => {
      await openPaymentPage(page);
      await expect(page.getByRole("alert").filter({ hasText: /isn't responding/ })).toBeVisible();
      await expect(payButton(page)).toBeDisabled();
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await payWithCard(page, VALID_CARD);
    await expectEnrolled(page);
  });

  test("enrolls by webhook when the browser cannot report the payment", async ({ page }) => {
    await openPaymentPage(page);
    await page.route(/\/payments$/, (route) => route.abort("connectionrefused"));
    await payWithCard(page, VALID_CARD);
    await expect(
      page.getByText(/Your payment is safe/).or(page.getByText(/Transaction complete/)),
    ).toBeVisible();
    await expectEnrolled(page);
  });

  test("waits for a late webhook", async ({ page }) => {
    const succeeded = "payment_intent.succeeded";
    await withStripeFaults({ webhooks: [{ action: "drop", events: succeeded }] }, async () => {
      await openPaymentPage(page);
      await payWithCard(page, VALID_CARD);
      await expect(page.getByText(/waiting for Stripe to confirm your payment/)).toBeVisible();
    });
    await deliverDroppedWebhook(succeeded);
    await expectEnrolled(page);
  });
});
