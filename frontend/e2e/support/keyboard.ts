import { expect, type Page } from "./fixtures";

/** More than any page has. */
const MAX_TAB_STOPS = 300;

type Target = ReturnType<Page["locator"]>;
type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

/**
 * Opens the browser's file chooser by keyboard and chooses the file. Playwright intercepts file choosers only while a
 * listener exists, and starts to do so asynchronously: the page needs one before.
 */
export async function chooseFile(page: Page, input: Target, file: ChosenFile): Promise<void> {
  await moveFocusTo(page, input);
  const chooserOpened = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await chooserOpened).setFiles(file);
}

/** Expects that the focused element has an outline, a ring or a thick bottom border. */
export async function expectFocusIndicator(target: Target): Promise<void> {
  const hasIndicator = () =>
    target.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow, borderBottomWidth } = getComputedStyle(element);
      const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return outlined || boxShadow !== "none" || Number.parseFloat(borderBottomWidth) >= 2;
    });
  await expect.poll(hasIndicator, { message: `focus indicator of ${target}` }).toBe(true);
}

/** Presses Tab until the target has the focus. The target must then be in the viewport and have a focus indicator. */
export async function moveFocusTo(page: Page, target: Target): Promise<void> {
  await expect(target).toBeEnabled();
  // A handle, because a locator would search the whole page again after each Tab.
  let element = await target.elementHandle();
  for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
    const { focused, detached } = await element.evaluate((node) => ({
      focused: node.matches(":focus"),
      detached: !node.isConnected,
    }));
    if (focused) break;
    if (detached) element = await target.elementHandle();
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  await expectFocusIndicator(target);
}

/** Moves the focus to the target and presses Enter. */
export async function press(page: Page, target: Target): Promise<void> {
  await moveFocusTo(page, target);
  await page.keyboard.press("Enter");
}

/** Moves the focus to the field and types into it. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await moveFocusTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}
