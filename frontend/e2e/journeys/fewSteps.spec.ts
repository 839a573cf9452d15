import { createApprovedClass, lessonInDays, PASSWORD, uniqueEmail } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { expectEnrolled, VALID_CARD } from "../support/stripe";

const MAX_CLICKS = 8;
const MAX_FIELDS = 7;
const MAX_FAMILY_CLICKS = 11;
const MAX_FAMILY_FIELDS = 11;

test("a visitor needs few clicks and typed fields from the home page to a paid class", async ({ page }) => {
  const steps = new CountedSteps();
  await page.goto("/");
  const card = page
    .getByRole("article")
    .filter({ has: page.locator("button:enabled", { hasText: "Select" }) })
    .filter({ hasText: "$" })
    .filter({ hasText: /Ages?\s\d|Up to age/ })
    .first();
  const nameClass = (await card.getByRole("heading").textContent()) ?? "";
  const chosen = page.getByRole("article", { name: nameClass });
  await steps.click(chosen.getByRole("button", { name: "Select" }));
  await steps.click(page.getByRole("dialog").getByRole("link", { name: "Register" }));
  await expect(page.getByText(`${nameClass} is waiting for you.`)).toBeVisible();
  await registerAndLogIn(steps, page);
  const sheet = page.getByRole("dialog", { name: "Who is it for?" });
  await steps.click(sheet.getByRole("checkbox", { name: "Myself" }));
  await steps.click(sheet.getByRole("button", { name: /^Select for me/ }));
  await steps.click(chosen.getByRole("link", { name: "Pay now" }));
  await expect(page.getByRole("timer")).toBeVisible();
  await payByCard(steps, page);
  await expectEnrolled(page);
  expect(steps.clicks, "clicks").toBeLessThanOrEqual(MAX_CLICKS);
  expect(steps.fields, "typed fields").toBeLessThanOrEqual(MAX_FIELDS);
});

test("a parent needs few clicks and typed fields from the page of a class to seats for two new children", async ({
  page,
}) => {
  const steps = new CountedSteps();
  const nameClass = `Twin Tiles ${Date.now()}`;
  const lessons = [lessonInDays(40)];
  const id = await createApprovedClass(nameClass, { seats: 6, price: 45.5, ageFrom: 6, ageTo: 14, lessons });
  await page.goto(`/all-classes/${id}`);
  await steps.click(page.getByRole("button", { name: `Select ${nameClass}` }));
  await steps.click(page.getByRole("dialog").getByRole("link", { name: "Register" }));
  await registerAndLogIn(steps, page);
  const sheet = page.getByRole("dialog", { name: "Who is it for?" });
  // The form for the first child is open already.
  await addChild(steps, sheet, "Mia");
  await steps.click(sheet.getByRole("button", { name: "Add a child" }));
  await addChild(steps, sheet, "Tom");
  await steps.click(sheet.getByRole("button", { name: "Select for 2: $91.00" }));
  await steps.click(page.getByRole("link", { name: "Selected classes: 2" }));
  await steps.click(page.getByRole("link", { name: "Pay for 2 seats: $91.00" }));
  await payByCard(steps, page);
  await expect(page.getByText(/^You've booked 2 seats/)).toBeVisible();
  expect(steps.clicks, "clicks").toBeLessThanOrEqual(MAX_FAMILY_CLICKS);
  expect(steps.fields, "typed fields").toBeLessThanOrEqual(MAX_FAMILY_FIELDS);
});

async function registerAndLogIn(steps: CountedSteps, page: Page): Promise<void> {
  await steps.type(page.getByLabel("Email"), uniqueEmail("paula"));
  await steps.type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await steps.type(page.getByLabel("Confirm Password", { exact: true }), PASSWORD);
  await steps.click(page.getByRole("button", { name: "Register", exact: true }));
  await expect(page).toHaveURL(/\/login$/);
  await steps.type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await steps.click(page.getByRole("button", { name: "Log In", exact: true }));
}

async function addChild(steps: CountedSteps, sheet: Target, name: string): Promise<void> {
  await steps.type(sheet.getByLabel("Name"), name);
  await steps.fill(sheet.getByLabel(/Date of birth/), `${new Date().getFullYear() - 10}-03-14`);
  await steps.click(sheet.getByRole("button", { name: "Add child" }));
}

async function payByCard(steps: CountedSteps, page: Page): Promise<void> {
  const form = page.getByRole("group", { name: "Credit or debit card" });
  await steps.type(form.getByLabel("Card number"), VALID_CARD);
  await steps.type(form.getByLabel(/Expiration date/), "1234");
  await steps.type(form.getByLabel(/Security code/), "123");
  await steps.click(page.getByRole("button", { name: /^Confirm Payment/ }));
}

type Target = ReturnType<Page["locator"]>;

class CountedSteps {
  clicks = 0;
  fields = 0;

  async click(target: Target): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async fill(target: Target, value: string): Promise<void> {
    this.fields += 1;
    await target.fill(value);
  }

  async type(target: Target, text: string): Promise<void> {
    this.fields += 1;
    await target.pressSequentially(text);
  }
}
