import { PASSWORD } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";

test.beforeEach(async ({ page }) => {
  await page.goto("/register");
});

test("rejects pasting into the confirmation field and explains why", async ({ page }) => {
  await page.getByLabel("Email").fill(PASSWORD);
  await page.getByLabel("Email").press("ControlOrMeta+A");
  await page.getByLabel("Email").press("ControlOrMeta+C");
  await passwordField(page).press("ControlOrMeta+V");
  await expect(passwordField(page)).toHaveValue(PASSWORD);
  const explanation = page.getByText(/^Pasting is off here/);
  await expect(explanation).toHaveCount(0);
  await confirmationField(page).press("ControlOrMeta+V");
  await expect(explanation).toBeVisible();
  await expect(confirmationField(page)).toHaveValue("");
  await confirmationField(page).pressSequentially(PASSWORD);
  await expect(explanation).toHaveCount(0);
});

test("accepts passwords that a password manager fills in", async ({ page }) => {
  const fields = [passwordField(page), confirmationField(page)];
  for (const field of fields) {
    await expect(field).toHaveAttribute("autocomplete", "new-password");
    await fillLikePasswordManager(field, PASSWORD);
  }
  await expect(page.getByText("(not met yet)")).toHaveCount(0);
  await confirmationField(page).blur();
  await expect(page.getByText("The Password Doesn't Match")).toHaveCount(0);
  await page.getByLabel("Photo URL").fill("");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  // Validation moves the focus to the first empty field, past both passwords.
  await expect(page.getByLabel("Photo URL")).toBeFocused();
  for (const field of fields) {
    await expect(field).toHaveValue(PASSWORD);
    await expect(field).toHaveAttribute("aria-invalid", "false");
  }
});

function passwordField(page: Page) {
  return page.getByLabel("Password", { exact: true });
}

function confirmationField(page: Page) {
  return page.getByLabel("Confirm Password", { exact: true });
}

/** Sets the DOM value and dispatches events, without keyboard or clipboard. */
async function fillLikePasswordManager(field: ReturnType<Page["getByLabel"]>, value: string): Promise<void> {
  await field.evaluate((input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  }, value);
}
