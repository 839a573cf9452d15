import { signInAdmin } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";

/** More than six cards of the class list are above this position. */
const POSITION = 1500;

test.use({ viewport: { width: 1280, height: 800 } });

test("Back and Forward restore the scroll position, and a new page starts at its top", async ({ page }) => {
  await page.goto("/");
  // Only React renders it. The link moves when React replaces the server-rendered first screen.
  await expect(page.getByRole("link", { name: "Log In" })).toBeVisible();
  await openFromMenu(page, "All Classes");
  await scrollDown(page);
  await openFromMenu(page, "All Instructors");
  await expectScrollPosition(page, 0);
  await page.goBack();
  await expectFocusedHeading(page, "All Classes");
  await expectScrollPosition(page, POSITION);
  await page.goForward();
  await expectFocusedHeading(page, "All Instructors");
  await expectScrollPosition(page, 0);
});

test("Back to the page that was loaded first restores its scroll position too", async ({ page }) => {
  await page.goto("/all-classes");
  await scrollDown(page);
  await openFromMenu(page, "All Instructors");
  await page.goBack();
  await expectFocusedHeading(page, "All Classes");
  await expectScrollPosition(page, POSITION);
});

test("a reload restores the scroll position of a list that is loaded later", async ({ page }) => {
  await page.route("**/users?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await openAs(page, await signInAdmin(), "/dashboard/all-users");
  await scrollDown(page, "row");
  await page.reload();
  await expectScrollPosition(page, POSITION);
});

test("a page opened from a link in an e-mail starts at its top, whatever the scroll position before", async ({
  page,
}) => {
  await page.goto("/all-classes");
  await scrollDown(page);
  for (const path of ["/all-instructors", "/all-classes"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Log In" })).toBeVisible();
    await expectScrollPosition(page, 0);
  }
});

/** Clicks a link of the sticky navigation bar, without `click`, which would scroll the page first. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await expectFocusedHeading(page, name);
}

async function expectFocusedHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
}

async function scrollDown(page: Page, role: "article" | "row" = "article"): Promise<void> {
  await expect.poll(() => page.getByRole(role).count()).toBeGreaterThan(12);
  await page.mouse.wheel(0, POSITION);
  await expectScrollPosition(page, POSITION);
}

/** Expects that the page stays at the position, not only passes it. */
async function expectScrollPosition(page: Page, position: number): Promise<void> {
  const read = () => page.evaluate(() => window.scrollY);
  await expect.poll(read).toBe(position);
  await page.waitForTimeout(300);
  expect(await read()).toBe(position);
}
