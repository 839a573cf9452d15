import { launchOptions } from "../support/chromium";
import { contrastOf } from "../support/contrast";
import { expect, type Page, test } from "../support/fixtures";
import { SITE_URL } from "../support/urls";

test.describe("dark system", () => {
  test.use({ colorScheme: "dark" });

  test("native widgets follow the theme of the site, not the system", async ({ page }) => {
    await page.goto("/all-classes");
    const scheme = () => page.locator("html").evaluate((html) => getComputedStyle(html).colorScheme);
    expect(await scheme()).toBe("light");
    await page.getByRole("button", { name: "Dark theme" }).click();
    expect(await scheme()).toBe("dark");
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`forced colors on a ${colorScheme} system`, () => {
    test.use({ forcedColors: "active", colorScheme });

    test("the arrows of the carousel are visible in both themes", async ({ page }) => {
      await page.goto("/");
      await expectVisibleArrows(page);
      await page.getByRole("button", { name: "Dark theme" }).click();
      await expectVisibleArrows(page);
    });
  });
}

test("nothing has a transition for a user who prefers reduced motion", async ({ page }) => {
  await page.goto("/all-classes");
  // Each element would transition to its new color, and a dialog that closes would take the end of such a transition for
  // the end of its own.
  const transitions = await page.evaluate(() => {
    document.documentElement.dataset.bsTheme = "dark";
    return document.getAnimations().map((each) => (each as CSSTransition).transitionProperty);
  });
  expect(transitions).toEqual([]);
});

async function expectVisibleArrows(page: Page): Promise<void> {
  for (const name of ["Previous slide", "Next slide"]) {
    const arrow = page.getByRole("button", { name }).locator("[aria-hidden]");
    const picture = (await arrow.screenshot()).toString("base64");
    expect(await page.evaluate(contrastOf, picture), name).toBeGreaterThan(0.5);
  }
}

test("nothing moves when a scrollbar appears or disappears", async ({ playwright }) => {
  const { args, ...options } = await launchOptions();
  const browser = await playwright.chromium.launch({
    ...options,
    args: args.filter((arg) => arg !== "--hide-scrollbars"),
    ignoreDefaultArgs: ["--hide-scrollbars"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
  const positionOfLink = () =>
    page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Log In" })
      .evaluate((link) => link.getBoundingClientRect().right);
  await page.goto(`${SITE_URL}/all-classes`);
  const position = await positionOfLink();
  await page
    .getByRole("button", { name: /^Select/, disabled: false })
    .last()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await positionOfLink(), "below a dialog").toBe(position);
  await page.goto(`${SITE_URL}/login`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await positionOfLink(), "on a short page").toBe(position);
  await browser.close();
});
