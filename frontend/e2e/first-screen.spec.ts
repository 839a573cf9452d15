import { expect, type Page, test } from "./test";

const PAGES = ["/", "/all-classes", "/all-instructors", "/login"];
const WIDTHS = [360, 768, 1440];
/** What the server draws before any script runs (templates/first_screen.html). */
const PARTS = [".navbar-brand", ".navbar-toggler", ".nav-link", "h1", ".page-head .lead"];
const SLIDE = ["img", ".hero-subtitle", "h2", ".btn"].map((part) => `.carousel-item.active ${part}`);

test("the client takes over what the server drew without moving it", async ({ page, browser, baseURL }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const drawn = await plain.newPage();
  for (const address of PAGES) {
    for (const width of WIDTHS) {
      for (const each of [drawn, page]) {
        await each.setViewportSize({ width, height: 800 });
        await each.goto(address);
      }
      await expect(page.locator("footer")).toBeVisible();
      const before = await places(drawn);
      expect(before.length, `${address} begins with something`).toBeGreaterThan(1);
      const after = new Map(await places(page));
      for (const [part, place] of before) {
        expect.soft(after.get(part), `${part} of ${address} at ${width} px`).toEqual(place);
      }
    }
  }
  await plain.close();
});

/** What can be seen of the parts: where it is and what it says. */
async function places(page: Page): Promise<[string, unknown][]> {
  const found: [string, unknown][] = [];
  for (const part of [...PARTS, ...SLIDE]) {
    const first = page.locator(part).first();
    const box = (await first.count()) > 0 ? await first.boundingBox() : null;
    if (!box || !(await first.isVisible())) continue;
    const { x, y, width, height } = box;
    const text = (await first.textContent())?.trim();
    found.push([part, { at: [x, y, width, height].map(Math.round), text }]);
  }
  return found;
}
