import { overflow } from "./screens";
import type { Page } from "./test";

/** Ways in which people make a page readable for themselves, as WCAG 2.2 has them. */
const WAYS: Record<string, { width: number; set: () => void }> = {
  // 1.4.10 Reflow
  "at 320 px": { width: 320, set: () => {} },
  // 1.4.4 Resize Text: a window of 1,280 px at 200 %
  "zoomed to 200 %": { width: 640, set: () => {} },
  "with letters of twice the size": {
    width: 1280,
    set: () => {
      document.documentElement.style.fontSize = "200%";
    },
  },
  // 1.4.12 Text Spacing; a sheet of the document's own is not stopped by its policy
  "with wide spacing": {
    width: 360,
    set: () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-bottom: 2em !important; }
      `);
      document.adoptedStyleSheets = [sheet];
    },
  },
};

/** What cannot be read on the screen as it stands, in one of those ways. */
export async function unreadable(page: Page): Promise<string[]> {
  const wide = page.viewportSize();
  const found: string[] = [];
  for (const [way, { width, set }] of Object.entries(WAYS)) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate(set);
    // A chart draws itself anew a moment after its room has changed.
    await page.waitForTimeout(250);
    if ((await overflow(page)) > 0) found.push(`scrolls sideways ${way}`);
    for (const text of await page.evaluate(cutOff)) found.push(`cut off ${way}: ${text}`);
    await page.evaluate(unset);
  }
  if (wide) await page.setViewportSize(wide);
  return found;
}

function unset(): void {
  document.documentElement.style.fontSize = "";
  document.adoptedStyleSheets = [];
}

/** Text in a box that hides a part of it. What is hidden from the eye on purpose is a single pixel. */
function cutOff(): string[] {
  const boxes = [...document.querySelectorAll<HTMLElement>("body *")].filter((each) =>
    [...each.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim()),
  );
  const hides = (box: HTMLElement) => {
    const { overflowX, overflowY } = getComputedStyle(box);
    const sideways = overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1;
    const below = overflowY === "hidden" && box.scrollHeight > box.clientHeight + 1;
    return box.clientWidth > 1 && (sideways || below);
  };
  return boxes.filter(hides).map(({ outerHTML }) => outerHTML.slice(0, 120));
}
