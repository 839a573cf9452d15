import { expect, type Page } from "./fixtures";
import { accessibilityViolations, expectLoaded, horizontalOverflow, setTheme } from "./pages";

const softExpect = expect.configure({ soft: true });

/** Expects no axe violation in either theme and no horizontal scrolling at 320 px. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
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
