import { expectAccessible } from "../support/accessibility";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";
import {
  createRoleFixture,
  expectLoaded,
  PUBLIC_PATHS,
  publicDetailPaths,
  ROLES,
  setTheme,
} from "../support/pages";

for (const path of PUBLIC_PATHS) {
  test(`${path} is accessible in both themes and fits a small phone`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page, path);
  });
}

test("the pages of a class and of an instructor are accessible in both themes and fit a small phone", async ({
  page,
}) => {
  for (const path of await publicDetailPaths()) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessible(page, path);
    });
  }
});

test.describe("each role", () => {
  // An account can renew its login twenty times a minute; after that a page that is loaded keeps the login it has.
  test.use({ expectedConsoleErrors: /status of 429/ });

  for (const role of ROLES) {
    test(`pages for the role ${role} are accessible in both themes and fit a small phone`, async ({
      page,
    }) => {
      test.setTimeout(300_000);
      const { user, paths } = await createRoleFixture(role);
      await openAs(page, user, "/dashboard");
      for (const path of paths) {
        await test.step(path, async () => {
          await page.goto(path);
          await expectAccessible(page, path);
        });
      }
    });
  }
});

test("prints the payment history black on white in the dark theme", async ({ page }) => {
  const { user } = await createRoleFixture("student");
  await openAs(page, user, "/dashboard/my-payment-history");
  await expectLoaded(page);
  await setTheme(page, "dark");
  await page.emulateMedia({ media: "print" });
  const cell = page.getByRole("cell").first();
  await expect(cell).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
});

test.describe("unknown path", () => {
  test.use({ expectedConsoleErrors: /status of 404/ });

  test("shows the error page with status 404", async ({ page }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("404");
    await page.getByRole("link", { name: "Back to the Homepage" }).click();
    await expect(page).toHaveURL("/");
  });
});
