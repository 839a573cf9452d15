import { expectAccessible } from "../support/accessibility";
import { createStudent, signInAdmin, signInInstructor } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { publicDetailPaths } from "../support/pages";

test.use({ viewport: { width: 390, height: 844 } });

test("the filters are a sheet that shows how many classes match", async ({ page }) => {
  await page.goto("/all-classes");
  const filters = page.getByRole("button", { name: "Filters" });
  // The button of the first screen does nothing yet.
  await expect(filters).toHaveAttribute("aria-expanded", "false");
  await filters.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("combobox", { name: "Time of day" }).selectOption("Mornings");
  const show = sheet.getByRole("button", { name: /^Show \d+ class/ });
  await expect(show).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "the sheet with the filters");
  await show.press("Enter");
  await expect(sheet).toHaveCount(0);
  await expect(filters).toBeFocused();
  await expect(page.getByRole("button", { name: "Remove filter: Mornings" })).toBeVisible();
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]) {
  test(`the bar with the price covers nothing, ${viewport.width} px wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const [classPath] = await publicDetailPaths();
    await page.goto(classPath);
    const bar = page.getByRole("region", { name: "Price and seats" });
    const select = bar.getByRole("button", { name: /^Select / });
    await expect(select).toBeEnabled();
    await expect(select).toBeInViewport({ ratio: 1 });
    expect((await select.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    // From the skip link to the end of the page.
    for (let covered = await tab(page); covered !== null; covered = await tab(page))
      expect.soft(covered).toBe("");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    const [barBox, footer] = [await bar.boundingBox(), await page.getByRole("contentinfo").boundingBox()];
    expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  });
}

test("a toast leaves the price and the button of a class visible", async ({ page }) => {
  const [classPath] = await publicDetailPaths();
  await page.goto(classPath);
  await page.getByRole("button", { name: /^Share / }).click();
  const toast = page.locator(".toasts .toast").filter({ visible: true });
  await expect(toast).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole("region", { name: "Price and seats" }).boundingBox();
  const box = await toast.boundingBox();
  // As high as its text.
  expect(box?.height).toBeLessThan(120);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
});

test("the site bar of a tablet is one row", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const user of [await createStudent(), await signInInstructor(), await signInAdmin()]) {
    await openAs(page, user, "/all-classes");
    const logOut = page.getByRole("button", { name: "Log Out" });
    await expect(logOut).toBeVisible();
    const middles = await page
      .getByRole("navigation", { name: "Main" })
      .locator("a:visible, button:visible")
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ y, height }) => y + height / 2),
      );
    expect.soft(Math.max(...middles) - Math.min(...middles), user.email).toBeLessThan(10);
  }
});

/**
 * Moves the focus to the next element. Returns its text if the bar covers a part of it, else an empty string; null after
 * the last element.
 */
async function tab(page: Page): Promise<string | null> {
  await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const focused = document.activeElement;
    const bar = document.querySelector(".class-bar");
    if (!focused || !bar || focused === document.body) return null;
    const isCovered = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    const isAbove = focused.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isAbove && isCovered ? focused.textContent : "";
  });
}
