import { expect, type Page } from "./fixtures";
import { horizontalOverflow } from "./pages";

/** How users adapt a page for readability, by WCAG 2.2 criterion. */
const ADAPTATIONS: Record<string, { width: number; apply: () => void }> = {
  "320 px wide (1.4.10 Reflow)": { width: 320, apply: () => {} },
  "a 1280 px window at 200 % zoom (1.4.4 Resize Text)": { width: 640, apply: () => {} },
  "font size 200 % (1.4.4 Resize Text)": {
    width: 1280,
    apply: () => {
      document.documentElement.style.fontSize = "200%";
    },
  },
  "wide text spacing (1.4.12 Text Spacing)": {
    width: 360,
    apply: () => {
      // The content security policy does not block a constructed style sheet.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-bottom: 2em !important; }
      `);
      document.adoptedStyleSheets = [sheet];
    },
  },
};

/** Expects neither horizontal scrolling nor truncated text in the open page, under each adaptation. */
export async function expectReadable(page: Page, path: string): Promise<void> {
  const viewport = page.viewportSize();
  for (const [name, { width, apply }] of Object.entries(ADAPTATIONS)) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate(apply);
    await nextFrames(page);
    // Charts adapt to the new width a moment later.
    const options = { message: `${path}, ${name}`, timeout: 3_000 };
    await expect
      .configure({ soft: true })
      .poll(() => readabilityProblems(page), options)
      .toEqual([]);
    await page.evaluate(resetAdaptation);
  }
  if (viewport) await page.setViewportSize(viewport);
}

async function readabilityProblems(page: Page): Promise<string[]> {
  const truncated = await page.evaluate(truncatedElements);
  return (await horizontalOverflow(page)) > 0 ? ["scrolls horizontally", ...truncated] : truncated;
}

/** Lets resize observers run and the page be painted. */
function nextFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

function resetAdaptation(): void {
  document.documentElement.style.fontSize = "";
  document.adoptedStyleSheets = [];
}

/** Returns elements that hide a part of their text. One pixel wide elements are for screen readers only. */
function truncatedElements(): string[] {
  const withText = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) =>
    [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim()),
  );
  const isTruncated = (element: HTMLElement) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const horizontally = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    const vertically = overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1;
    return element.clientWidth > 1 && (horizontally || vertically);
  };
  return withText.filter(isTruncated).map(({ outerHTML }) => outerHTML.slice(0, 120));
}
