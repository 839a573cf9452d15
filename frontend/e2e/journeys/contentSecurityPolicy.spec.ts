import { PASSWORD } from "../support/api";
import { expect, test } from "../support/fixtures";

test("Swagger UI and the Django admin work under the content security policy", { tag: "@main" }, async ({
  page,
}) => {
  await page.goto("/docs");
  // The page renders the operations below as the reader scrolls.
  await page.getByText("/absences", { exact: true }).first().click();
  await expect(page.getByRole("button", { name: "Try it out" })).toBeVisible();

  await page.goto("/admin/");
  await page.getByLabel("Email").fill("admin@camp.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name: "Payments", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test.describe("injected script", () => {
  test.use({ expectedConsoleErrors: /Content Security Policy/ });

  test("does not run, and the browser reports it", async ({ page }) => {
    await page.goto("/login");
    const report = page.waitForResponse("**/browserErrors");
    const executed = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.injected = true";
      document.body.append(script);
      return "injected" in window;
    });
    expect(executed).toBe(false);
    expect((await report).status()).toBe(204);
  });
});

test.describe("unhandled rejection", () => {
  test.use({ expectedConsoleErrors: /A broken promise/ });

  test("is reported to the server", async ({ page }) => {
    await page.goto("/login");
    await expect(page.locator("footer")).toBeVisible();
    const report = page.waitForResponse("**/browserErrors");
    await page.evaluate(() => void Promise.reject(new Error("A broken promise")));
    expect((await report).status()).toBe(204);
    expect((await report).request().postDataJSON()).toMatchObject({
      kind: "rejection",
      message: "Error: A broken promise",
      page: "/login",
    });
  });
});
