import { uniqueEmail } from "../support/api";
import { expect, test } from "../support/fixtures";

test("registers and logs in a new user with Google", { tag: "@main" }, async ({ page }) => {
  await page.goto("/login");
  const popupOpened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Log In with Google" }).click();
  const popup = await popupOpened;
  await popup.getByText("Add new account").click();
  await popup.locator("#email-input").fill(uniqueEmail("greta"));
  await popup.locator("#display-name-input").fill("Greta Glaze");
  await popup.locator("#sign-in").click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("link", { name: "Student Dashboard" }).click();
  await expect(page.getByText("You haven't selected a class yet.")).toBeVisible();
});
