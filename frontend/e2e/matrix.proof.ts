import { enter, faults, isSettled, overflow, PUBLIC, ROLES, THEMES, type Theme } from "./screens";
import { expect, type Page, test } from "./test";

const DEVICES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
/** Whoever is logged in is led away from these. */
const ENTRANCES = new Set<string>(["/login", "/register"]);
/** The cumulative layout shift that nobody notices. */
const SHIFT = 0.02;

for (const role of ROLES) {
  for (const theme of THEMES) {
    for (const [device, viewport] of Object.entries(DEVICES)) {
      test.describe(`${role}, ${theme}, ${device}`, () => {
        test.use({ viewport });

        test("every screen is as it should be", async ({ page }) => {
          test.setTimeout(600_000);
          await prepare(page, theme);
          const failed = failedRequests(page);
          const open = role === "visitor" ? PUBLIC : PUBLIC.filter((each) => !ENTRANCES.has(each));
          const addresses = [...open, ...(await enter(page, role))];
          const titles = new Map<string, string>();
          for (const address of addresses) {
            await test.step(address, async () => {
              await loads(page, address);
              await isReachedFromElsewhere(page, address);
              titles.set(address.split("?")[0] ?? address, await page.title());
            });
          }
          expect.soft(new Set(titles.values()).size, "titles of their own").toBe(titles.size);
          expect.soft(failed).toEqual([]);
        });
      });
    }
  }
}

/** The theme is chosen as a visitor would have chosen it, and layout shifts are counted from the first pixel. */
async function prepare(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((chosen) => {
    if (location.protocol !== "http:") return;
    localStorage.setItem("theme", chosen);
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, theme);
}

function failedRequests(page: Page): string[] {
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // The browser gives up what a page that is left was still asking for.
    if (reason !== "net::ERR_ABORTED") failed.push(`${reason} ${request.url()}`);
  });
  return failed;
}

/** The address by itself, as from a bookmark. */
async function loads(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await isSettled(page);
  expect.soft(await faults(page), address).toEqual([]);
  expect.soft(await overflow(page), `${address} scrolls sideways`).toBeLessThanOrEqual(0);
  const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  expect.soft(shifted, `${address} jumps`).toBeLessThan(SHIFT);
}

/** The same inside the client: the focus is on the new page's heading, and there is one. */
async function isReachedFromElsewhere(page: Page, address: string): Promise<void> {
  await goInside(page, address === "/about" ? "/terms" : "/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await goInside(page, address);
  await isSettled(page);
  await expect.soft(page.getByRole("heading", { level: 1 }), `${address} has the focus`).toBeFocused();
}

/** What following a link does, from a page that has no such link. */
async function goInside(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: `to${to}`, idx: history.length }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);
  await expect(page).toHaveURL(address);
}
