import { ASKS_THE_BANK, breakCards, DECLINED, GOOD, isEnrolled, payButton, payWith, typeCard } from "./cards";
import { aStudent, logIn, openClasses, select } from "./people";
import { expect, type Page, test } from "./test";

/** A student at the payment page of a class. */
async function atTheTill(page: Page): Promise<void> {
  const [student, [wanted]] = await Promise.all([aStudent(), openClasses()]);
  if (!wanted) throw new Error("The demo has no class with a free seat.");
  const id = await select(student, wanted._id);
  await logIn(page, student.email);
  await page.goto(`/dashboard/payment/${id}`);
}

test.describe("a card that is refused", () => {
  // The browser itself reports the card provider's 402.
  test.use({ mayComplain: /status of 402/ });

  test("is told under the form, and another one pays", async ({ page }) => {
    await atTheTill(page);
    await payWith(page, DECLINED);
    await expect(page.getByRole("alert").filter({ hasText: "Your card was declined." })).toBeVisible();
    await typeCard(page, GOOD);
    await payButton(page).click();
    await isEnrolled(page);
  });

  test("because the bank's question was answered wrongly pays once it is answered well", async ({ page }) => {
    await atTheTill(page);
    await payWith(page, ASKS_THE_BANK);
    const question = page.getByRole("dialog", { name: "Confirm your payment" });
    await question.getByRole("button", { name: "Fail authentication" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /authenticate/ })).toBeVisible();
    await typeCard(page, ASKS_THE_BANK);
    await payButton(page).click();
    await question.getByRole("button", { name: "Complete authentication" }).click();
    await isEnrolled(page);
  });
});

test.describe("trouble", () => {
  test.use({ mayComplain: /ERR_CONNECTION_REFUSED|status of 503/ });

  test("a card form that cannot be loaded is told, and comes when it can be", async ({ page }) => {
    const script = /\/v3\/stripe\.js$/;
    await page.route(script, (route) => route.abort("connectionrefused"));
    await atTheTill(page);
    await expect(page.getByText(/card form could not be loaded/)).toBeVisible();
    await page.unroute(script);
    await page.getByRole("button", { name: "Try again" }).click();
    await payWith(page, GOOD);
    await isEnrolled(page);
  });
  test("a card provider that is down is told, and the way goes on when it is back", async ({ page }) => {
    const mend = await breakCards({
      requests: [{ fault: "fail", path: "/v1/payment_intents*", count: null }],
    });
    try {
      await atTheTill(page);
      await expect(page.getByRole("alert").filter({ hasText: /does not answer/ })).toBeVisible();
      await expect(payButton(page)).toBeDisabled();
    } finally {
      await mend();
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await payWith(page, GOOD);
    await isEnrolled(page);
  });

  test("a payment that the browser cannot report is said to be safe, and the webhook completes it", async ({
    page,
  }) => {
    await atTheTill(page);
    await page.route(/\/payments$/, (route) => route.abort("connectionrefused"));
    await payWith(page, GOOD);
    await expect(
      page.getByText(/Your payment is safe/).or(page.getByText(/Transaction complete/)),
    ).toBeVisible();
    await isEnrolled(page);
  });

  test("a confirmation that is late is waited for", async ({ page }) => {
    const mend = await breakCards({
      webhooks: [{ action: "delay", events: "payment_intent.succeeded", seconds: 3 }],
    });
    try {
      await atTheTill(page);
      await payWith(page, GOOD);
      await expect(page.getByText(/confirmation is on its way/)).toBeVisible();
      await isEnrolled(page);
    } finally {
      await mend();
    }
  });
});
