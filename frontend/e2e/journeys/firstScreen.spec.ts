import { expect, type Page, test } from "../support/fixtures";
import { PUBLIC_PATHS, publicDetailPaths } from "../support/pages";

// The tests make the client wait.
test.use({ expectedConsoleErrors: /was preloaded using link preload but not used/ });

const WIDTHS = [390, 768, 1440];

test("React renders what the server rendered in the same place", async ({ page }) => {
  test.slow();
  const paths = [...PUBLIC_PATHS, "/all-classes?q=clay&seats=free", ...(await publicDetailPaths())];
  for (const path of paths) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const runClient = await loadWithoutClient(page, path);
      const server = await screenOf(page);
      runClient();
      await expect(page.locator("footer")).toBeVisible();
      const client = await screenOf(page);
      const message = `${path} at ${width} px`;
      expect.soft(client.elements, message).toEqual(expect.arrayContaining(server.elements));
      expect.soft(client.texts, message).toEqual(expect.arrayContaining(server.texts));
      expect.soft(client.layoutShift, message).toBe(0);
    }
  }
});

test("React keeps the focus on a link", async ({ page }) => {
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "All Instructors", includeHidden: true });
  const runClient = await loadWithoutClient(page, "/all-classes");
  await link.focus();
  runClient();
  await expect(page.locator("footer")).toBeVisible();
  await expect(link).toBeFocused();
});

/** Opens a page as the server rendered it, and measures layout shifts from then on. Returns a function that runs the client. */
async function loadWithoutClient(page: Page, path: string): Promise<() => void> {
  let runClient = () => {};
  const released = new Promise<void>((resolve) => {
    runClient = resolve;
  });
  await page.unrouteAll();
  await page.route(/\/static\/build\/main\..*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("noscript").waitFor({ state: "attached" });
  await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shifts = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift" });
    Object.assign(window, { shifts });
  });
  return runClient;
}

/** Returns the layout shift so far, the texts, and the boxes of the navigation, the heading and the pictures. */
function screenOf(page: Page) {
  return page.evaluate(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const textOf = ({ textContent }: Element) => textContent.trim().replaceAll(/\s+/g, " ");
    const { shifts } = window as unknown as { shifts: { sum: number } };
    return {
      layoutShift: shifts.sum,
      texts: visible("main :is(h1, h2, p, dt, dd, label, .btn)").map(textOf).filter(Boolean),
      elements: visible(".navbar-brand, .navbar-toggler, .nav-link, h1, .lead, main img").map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const picture = ["src", "srcset", "sizes"].map((name) => element.getAttribute(name));
        return [textOf(element), ...picture, ...[x, y, width, height].map(Math.round)];
      }),
    };
  });
}
