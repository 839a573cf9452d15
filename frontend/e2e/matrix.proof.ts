import { unreadable } from "./reading";
import { enter, faults, isSettled, overflow, PUBLIC, ROLES, type Role, THEMES, type Theme } from "./screens";
import { expect, type Page, test } from "./test";

const DEVICES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
/** Whoever is logged in is led away from these. */
const ENTRANCES = new Set<string>(["/login", "/register"]);
/** Unknown addresses, and things that are not there or are somebody else's. */
const NOWHERE: Record<Role, readonly string[]> = {
  visitor: ["/no/such/page"],
  student: [
    "/no/such/page",
    "/dashboard/nowhere",
    "/dashboard/my-enrolled-classes/0",
    "/dashboard/payment/0",
  ],
  instructor: ["/dashboard/nowhere", "/dashboard/update-class/0", "/dashboard/my-classes/0/roster"],
  admin: ["/dashboard/nowhere"],
};
/** The cumulative layout shift that nobody notices. */
const SHIFT = 0.02;

for (const role of ROLES) {
  for (const theme of THEMES) {
    for (const [device, viewport] of Object.entries(DEVICES)) {
      test.describe(`${role}, ${theme}, ${device}`, () => {
        test.use({ viewport });

        test("every screen is as it should be", async ({ page }) => {
          test.setTimeout(900_000);
          await prepare(page, theme);
          const failed = failedRequests(page);
          const open = role === "visitor" ? PUBLIC : PUBLIC.filter((each) => !ENTRANCES.has(each));
          const addresses = [...open, ...(await enter(page, role))];
          const titles = await walk(page, addresses, { inside: true, reading: theme === "light" });
          expect.soft(new Set(titles.values()).size, "titles of their own").toBe(titles.size);
          expect.soft(failed).toEqual([]);
        });

        test.describe("what leads nowhere", () => {
          test.use({ mayComplain: /status of 404/ });

          test("says so as well as any screen", async ({ page }) => {
            await prepare(page, theme);
            const failed = failedRequests(page);
            if (role !== "visitor") await enter(page, role);
            await walk(page, NOWHERE[role], { inside: false, reading: theme === "light" });
            expect.soft(failed.filter((each) => !each.startsWith("404 "))).toEqual([]);
          });
        });
      });
    }
  }
}

interface Ways {
  /** Whether each screen is reached from another one too. */
  inside: boolean;
  /** Whether it is also read in the ways of those who need it otherwise; the themes differ in colors alone. */
  reading: boolean;
}

/** Goes to every screen; the titles by screen. */
async function walk(page: Page, addresses: readonly string[], ways: Ways): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const address of addresses) {
    await test.step(address, async () => {
      await loads(page, address);
      if (ways.reading) expect.soft(await unreadable(page), address).toEqual([]);
      if (ways.inside) await isReachedFromElsewhere(page, address);
      titles.set(address.split("?")[0] ?? address, await page.title());
    });
  }
  return titles;
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
  await expect.soft(page, `${address} has a title`).toHaveTitle(/^\S.* \| Craft Camp$/);
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
