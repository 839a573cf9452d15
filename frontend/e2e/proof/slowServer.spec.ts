import { createStudent, findOpenClass, selectClass } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { expectMessage } from "../support/network";
import { expectEnrolled, fillCard, payButton, VALID_CARD } from "../support/stripe";

const DELAY_MS = 20_000;
const AFTER_DELAY = { timeout: DELAY_MS + 15_000 };

test("shows progress and does not time out when each response takes 20 seconds", async ({ page }) => {
  test.setTimeout(240_000);
  const [student, openClass] = await Promise.all([createStudent(), findOpenClass()]);
  const selectionId = await selectClass(student, openClass._id);

  await test.step("restoring the session", async () => {
    await withDelay(page, /\/jwt$/, async () => {
      await openAs(page, student, "/dashboard/my-selected-classes");
      await expectMessage(page, /This is taking longer than usual/);
      await expect(page.getByRole("article", { name: openClass.nameClass })).toBeVisible(AFTER_DELAY);
    });
  });

  await test.step("loading a list", async () => {
    await withDelay(page, /\/enrolledStudent\//, async () => {
      await page.getByRole("link", { name: "My Enrolled Classes" }).click();
      await expect(page.locator("[aria-busy=true]")).toBeVisible();
      await expect(page.getByText("You're not enrolled in a class yet.")).toBeVisible(AFTER_DELAY);
    });
  });

  await test.step("holding a seat", async () => {
    await withDelay(page, /\/orders$/, async () => {
      await page.goto(`/dashboard/payment/${selectionId}`);
      await expectMessage(page, /Holding a seat for you/);
      await expect(payButton(page)).toBeDisabled();
      await expect(page.getByRole("timer")).toBeVisible(AFTER_DELAY);
    });
  });

  await test.step("settling the payment", async () => {
    await fillCard(page, VALID_CARD);
    await withDelay(page, /\/payments$/, async () => {
      await payButton(page).click();
      await expectMessage(page, /Your card has been charged/);
      await expect(page.getByText(/Transaction complete/)).toBeVisible(AFTER_DELAY);
    });
    await expectEnrolled(page);
  });

  await test.step("saving a form", async () => {
    await page.goto("/dashboard/profile");
    await page.getByLabel("Name", { exact: true }).fill("Nora Latecomer");
    const save = page.getByRole("button", { name: /^Save/ });
    await withDelay(page, /\/users\/me$/, async () => {
      await save.click();
      await expect(save).toHaveAttribute("aria-busy", "true");
      await expect(save).toHaveAttribute("aria-busy", "false", AFTER_DELAY);
    });
    await expectMessage(page, /Your profile has been saved/);
  });
});

/** Delays these requests while the callback runs. */
async function withDelay(page: Page, urls: RegExp, callback: () => Promise<void>): Promise<void> {
  await page.route(urls, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    await route.continue();
  });
  await callback();
  // A page that is left while a request is delayed, as after a payment that the webhook settled first, aborts it.
  await page.unrouteAll({ behavior: "ignoreErrors" });
}
