import { createApprovedClass, PASSWORD, uniqueEmail } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { expectEnrolled, payWithCard, VALID_CARD } from "../support/stripe";

const SEATS = 6;

test("a visitor registers, selects a class, pays and is enrolled", { tag: "@main" }, async ({ page }) => {
  // A class of its own: in the demo's classes, holds of other tests may expire meanwhile.
  const nameClass = `Wicker Wands ${Date.now()}`;
  await createApprovedClass(nameClass, { seats: SEATS, price: 42.5 });
  const card = page.getByRole("article", { name: nameClass });

  await test.step("a visitor must log in to select a class", async () => {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "All Classes" })).toBeVisible();
    await page.getByRole("searchbox").fill(nameClass);
    await expect(availableSeats(page, nameClass)).toHaveText(String(SEATS));
    await card.getByRole("button", { name: "Select" }).click();
    const dialog = page.getByRole("dialog", { name: "Please Login at First to Select this Class" });
    await dialog.getByRole("link", { name: "Login Now!" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("registers and sees the password rules", async () => {
    await page.getByRole("main").getByRole("link", { name: "Register" }).click();
    await register(page, uniqueEmail("wanda"));
    await expect(page.getByText("You have been successfully registered").first()).toBeAttached();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("logs in and returns to the class, which is selected now", async () => {
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    await expect(page).toHaveURL(/\/all-classes/);
    await page.getByRole("searchbox").fill(nameClass);
    await expect(card.getByText("You've selected this class.")).toBeVisible();
    await expect(card.getByRole("button", { name: "Select" })).toBeDisabled();
  });

  await test.step("pays", async () => {
    await card.getByRole("link", { name: "Pay now" }).click();
    await payWithCard(page, VALID_CARD);
    await expectEnrolled(page);
    // Other text may break anywhere; a price may not.
    const price = page.getByRole("main").getByText("$42.50", { exact: true }).first();
    await expect(price).toHaveCSS("overflow-wrap", "normal");
    await expect(page.getByRole("main")).toHaveCSS("overflow-wrap", "anywhere");
  });

  await test.step("sees the enrollment, the payment and one available seat less", async () => {
    await page.getByRole("link", { name: "Start Class" }).click();
    await expect(page.getByRole("heading", { level: 1, name: nameClass })).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Dashboard" });
    await menu.getByRole("link", { name: "My Enrolled Classes" }).click();
    await expect(card.getByText("Enrolled")).toBeVisible();
    await menu.getByRole("link", { name: "My Payment History" }).click();
    await expect(page.getByRole("row").filter({ hasText: nameClass })).toContainText(/\$[\d.]+.*Enrolled/);
    await menu.getByRole("link", { name: "All Classes" }).click();
    await page.getByRole("searchbox").fill(nameClass);
    await expect(availableSeats(page, nameClass)).toHaveText(String(SEATS - 1));
    await expect(card.getByText("You're enrolled in this class.")).toBeVisible();
  });

  await test.step("goes back to the payment page, which says that the user is enrolled", async () => {
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "You're already enrolled" })).toBeVisible();
  });
});

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel("Name").fill("Wanda Whittle");
  await page.getByLabel("Photo URL").fill("https://pictures.example/wanda.png");
  await page.getByLabel("Email").fill(email);
  const password = page.getByLabel("Password", { exact: true });
  const unmetRules = page.getByText("(not met yet)");
  await password.pressSequentially("Camp-");
  await expect(unmetRules).not.toHaveCount(0);
  await password.pressSequentially("2003!");
  await expect(unmetRules).toHaveCount(0);
  await page.getByLabel("Confirm Password", { exact: true }).pressSequentially(PASSWORD);
  await page.getByRole("button", { name: "Register", exact: true }).click();
}

function availableSeats(page: Page, nameClass: string) {
  return page
    .getByRole("article", { name: nameClass })
    .getByText(/^Available seats:/)
    .locator("strong");
}
