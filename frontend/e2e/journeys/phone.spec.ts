import { expectAccessible } from "../support/accessibility";
import { expect, type Page, test } from "../support/fixtures";
import { publicDetailPaths } from "../support/pages";

test.use({ viewport: { width: 390, height: 844 } });

test("the filters are a sheet that shows how many classes match", async ({ page }) => {
  await page.goto("/all-classes");
  const filters = page.getByRole("button", { name: "Filters" });
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
