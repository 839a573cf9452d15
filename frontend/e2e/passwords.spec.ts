import { PASSWORD } from "./people";
import { expect, type Page, test } from "./test";

test("the password is not pasted the second time, which is said", async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel("Email").fill(PASSWORD);
  await page.getByLabel("Email").press("ControlOrMeta+A");
  await page.getByLabel("Email").press("ControlOrMeta+C");
  await first(page).press("ControlOrMeta+V");
  await expect(first(page)).toHaveValue(PASSWORD);
  const said = page.getByText(/^Pasting is off here/);
  await expect(said).toHaveCount(0);
  await again(page).press("ControlOrMeta+V");
  await expect(said).toBeVisible();
  await expect(again(page)).toHaveValue("");
  await again(page).pressSequentially(PASSWORD);
  await expect(said).toHaveCount(0);
});

test("a password manager fills in both", async ({ page }) => {
  await page.goto("/register");
  await expect(first(page)).toHaveAttribute("autocomplete", "new-password");
  await expect(again(page)).toHaveAttribute("autocomplete", "new-password");
  await fillAsManagersDo(page, ["Password", "Confirm Password"], PASSWORD);
  await expect(page.getByText("(not met yet)")).toHaveCount(0);
  await again(page).blur();
  await expect(page.getByText("The Password Doesn't Match")).toHaveCount(0);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  // The form is content with both, and leads to what is missing.
  await expect(page.getByLabel("Photo URL")).toBeFocused();
  for (const field of [first(page), again(page)]) {
    await expect(field).toHaveValue(PASSWORD);
    await expect(field).toHaveAttribute("aria-invalid", "false");
  }
});

function first(page: Page) {
  return page.getByLabel("Password", { exact: true });
}

function again(page: Page) {
  return page.getByLabel("Confirm Password", { exact: true });
}

/** The value is set past the page's framework, then told by events; nothing is typed and nothing pasted. */
async function fillAsManagersDo(page: Page, labels: string[], value: string): Promise<void> {
  for (const label of labels) {
    await page.getByLabel(label, { exact: true }).evaluate((input, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
      for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
    }, value);
  }
}
