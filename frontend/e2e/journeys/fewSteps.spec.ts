import { PASSWORD, uniqueEmail } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { expectEnrolled, VALID_CARD } from "../support/stripe";

const MAX_CLICKS = 8;
const MAX_FIELDS = 7;

test("a visitor needs few clicks and typed fields from the home page to a paid class", async ({ page }) => {
  const steps = new CountedSteps();
  await page.goto("/");
  const card = page
    .getByRole("article")
    .filter({ has: page.locator("button:enabled", { hasText: "Select" }) })
    .filter({ hasText: "$" })
    .filter({ hasText: /Ages? \d|Up to age/ })
    .first();
  const nameClass = (await card.getByRole("heading").textContent()) ?? "";
  const chosen = page.getByRole("article", { name: nameClass });
  await steps.click(chosen.getByRole("button", { name: "Select" }));
  await steps.click(page.getByRole("dialog").getByRole("link", { name: "Register" }));
  await expect(page.getByText(`${nameClass} is waiting for you.`)).toBeVisible();
  await steps.type(page.getByLabel("Email"), uniqueEmail("fern"));
  await steps.type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await steps.type(page.getByLabel("Confirm Password", { exact: true }), PASSWORD);
  await steps.click(page.getByRole("button", { name: "Register", exact: true }));
  await expect(page).toHaveURL(/\/login$/);
  await steps.type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await steps.click(page.getByRole("button", { name: "Log In", exact: true }));
  const sheet = page.getByRole("dialog", { name: "Who is it for?" });
  await steps.click(sheet.getByRole("checkbox", { name: "Myself" }));
  await steps.click(sheet.getByRole("button", { name: /^Select for me/ }));
  await steps.click(chosen.getByRole("link", { name: "Pay now" }));
  await expect(page.getByRole("timer")).toBeVisible();
  const form = page.getByRole("group", { name: "Credit or debit card" });
  await steps.type(form.getByLabel("Card number"), VALID_CARD);
  await steps.type(form.getByLabel(/Expiration date/), "1234");
  await steps.type(form.getByLabel(/Security code/), "123");
  await steps.click(page.getByRole("button", { name: /^Confirm Payment/ }));
  await expectEnrolled(page);
  expect(steps.clicks, "clicks").toBeLessThanOrEqual(MAX_CLICKS);
  expect(steps.fields, "typed fields").toBeLessThanOrEqual(MAX_FIELDS);
});

type Target = ReturnType<Page["locator"]>;

class CountedSteps {
  clicks = 0;
  fields = 0;

  async click(target: Target): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async type(target: Target, text: string): Promise<void> {
    this.fields += 1;
    await target.pressSequentially(text);
  }
}
