import { freshEmail } from "./people";
import { expect, test } from "./test";

test("Google's own window logs in and registers at once", async ({ page }) => {
  await page.goto("/login");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Log In with Google" }).click();
  const popup = await opened;
  await popup.getByText("Add new account").click();
  await popup.locator("#email-input").fill(freshEmail("greta"));
  await popup.locator("#display-name-input").fill("Greta Glaze");
  await popup.locator("#sign-in").click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("link", { name: "Student Dashboard" }).click();
  await expect(page.getByText("You have not selected a class yet.")).toBeVisible();
});
