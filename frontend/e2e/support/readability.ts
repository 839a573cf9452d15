import { expect, type Page } from "./fixtures";
import { horizontalOverflow } from "./pages";

/** How users adapt a page for readability, by WCAG 2.2 criterion, and a width between a phone and a computer. */
const ADAPTATIONS: Record<string, { width: number; apply: () => void }> = {
  "a tablet on its side, 1180 px wide": { width: 1180, apply: () => {} },
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

/** Expects neither horizontal scrolling nor truncated or broken words in the open page, under each adaptation. */
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
  const found = [...(await page.evaluate(truncatedElements)), ...(await page.evaluate(brokenWords))];
  return (await horizontalOverflow(page)) > 0 ? ["scrolls horizontally", ...found] : found;
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

/** Returns short words that are on two lines, because their column is too narrow. */
function brokenWords(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement, textContent } = text;
    const hidden = parentElement?.closest(".visually-hidden, thead")?.getBoundingClientRect();
    const isShown = parentElement?.checkVisibility() && (hidden?.width ?? Infinity) > 1;
    const words = isShown ? (textContent ?? "").matchAll(/(?<!\S)\p{L}{2,12}(?!\S)/gu) : [];
    for (const { 0: word, index } of words) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
        broken.push(`broken word: ${word}`);
    }
  }
  return broken;
}
