import { CLASS_STATES } from "../screenshots/classStates";
import type { User } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import {
  accessibilityViolations,
  createRoleFixture,
  expectLoaded,
  horizontalOverflow,
  PUBLIC_PATHS,
  publicDetailPaths,
  ROLES,
  setTheme,
} from "../support/pages";

const softExpect = expect.configure({ soft: true });

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

test.describe("states", () => {
  // Some of the states are refusals.
  test.use({ expectedConsoleErrors: /status of 409/ });

  for (const [userName, { createUser, states }] of Object.entries(CLASS_STATES)) {
    test(`states of classes are accessible in both themes and fit a small phone: ${userName}`, async ({
      page,
    }) => {
      test.setTimeout(240_000);
      const user = await createUser?.();
      if (user) await openAs(page, user, "/dashboard");
      for (const { name, open } of states) {
        await test.step(name, async () => {
          await open(page, user as User);
          await expectAccessible(page, name);
        });
      }
    });
  }
});

for (const role of ROLES) {
  test(`pages for the role ${role} are accessible in both themes and fit a small phone`, async ({ page }) => {
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

/** Expects no axe violation in either theme and no horizontal scrolling at 320 px. */
async function expectAccessible(page: Page, path: string): Promise<void> {
  await expectLoaded(page);
  expect.soft(await accessibilityViolations(page), path).toEqual([]);
  // The themes differ only in colors.
  await setTheme(page, "dark");
  expect.soft(await accessibilityViolations(page, "color-contrast"), `${path}, dark theme`).toEqual([]);
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  // Charts adapt to the new width a moment later.
  const message = `${path} scrolls horizontally at 320 px`;
  await softExpect.poll(() => horizontalOverflow(page), { message, timeout: 3_000 }).toBeLessThanOrEqual(0);
  if (viewport) await page.setViewportSize(viewport);
}
