import { PASSWORD } from "./people";
import { expect, test } from "./test";

test("the pages that others have written run under the site's rules", async ({ page }) => {
  await page.goto("/docs");
  await page.getByText("/popularClasses").first().click();
  await expect(page.getByRole("button", { name: "Try it out" })).toBeVisible();

  await page.goto("/admin/");
  await page.getByLabel("Email").fill("admin@camp.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name: "Payments", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test.describe("what somebody smuggles in", () => {
  test.use({ mayComplain: /Content Security Policy/ });

  test("does not run", async ({ page }) => {
    await page.goto("/login");
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.smuggled = true";
      document.body.append(script);
      return "smuggled" in window;
    });
    expect(ran).toBe(false);
  });
});
