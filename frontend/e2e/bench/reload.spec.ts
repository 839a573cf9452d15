import { type CDPSession, chromium, type Page } from "@playwright/test";
import { PASSWORD } from "../support/api";
import { launchOptions } from "../support/chromium";
import { expect, test } from "../support/fixtures";
import { BASELINE, SITE_URL } from "../support/urls";

/** The demo's student has selected one class. */
const STUDENT = "student@camp.example";
const DASHBOARD_PAGE = "/dashboard/my-selected-classes";
const PAIRS = Number(process.env.E2E_PAIRS ?? 7);
const BYTES_PER_MBIT = 1e6 / 8;
/** A phone on slow 4G. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6 * BYTES_PER_MBIT,
  uploadThroughput: 0.75 * BYTES_PER_MBIT,
};
const SITES = { ...(BASELINE ? { before: BASELINE.siteUrl } : {}), now: SITE_URL };

/** What is measured: a page, what counts as shown, and the state of the browser. */
const CASES = {
  "reload of a dashboard page": { path: DASHBOARD_PAGE, shown: "main article h2", change: () => {} },
  "first visit after a release (empty HTTP cache)": {
    path: DASHBOARD_PAGE,
    shown: "main article h2",
    change: (cdp: CDPSession) => cdp.send("Network.clearBrowserCache"),
  },
  "return after the token has expired": {
    path: DASHBOARD_PAGE,
    shown: "main article h2",
    change: (_cdp: CDPSession, page: Page) => page.evaluate(expireToken),
  },
  "home page with an empty HTTP cache": {
    path: "/",
    shown: "footer",
    change: (cdp: CDPSession) => cdp.send("Network.clearBrowserCache"),
  },
};

test("prints how long a returning user waits, by site", async () => {
  test.setTimeout(1_800_000);
  const browser = await chromium.launch(await launchOptions());
  const pages: [string, Page][] = [];
  for (const [name, url] of Object.entries(SITES)) {
    const page = await browser.newPage({ baseURL: url });
    await logIn(page);
    pages.push([name, page]);
  }
  for (const [title, { path, shown, change }] of Object.entries(CASES)) {
    const times: Record<string, number[]> = {};
    for (let pair = 0; pair < PAIRS; pair += 1) {
      for (const [name, page] of pages) {
        const cdp = await page.context().newCDPSession(page);
        await change(cdp, page);
        await cdp.send("Network.emulateNetworkConditions", NETWORK);
        times[name] = [...(times[name] ?? []), await timeUntilShown(page, path, shown)];
        await cdp.detach(); // ends the emulation
      }
    }
    const medians = Object.entries(times).map(([name, all]) => `${name} ${Math.round(median(all))} ms`);
    process.stdout.write(`${title}: ${medians.join(", ")} (median of ${PAIRS})\n`);
  }
  await browser.close();
});

async function logIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(STUDENT);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  await expect(page).not.toHaveURL(/\/login$/);
  await page.goto(DASHBOARD_PAGE);
  await expect(page.locator("main article h2").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Milliseconds from the start of the navigation until an element is in the page; waits until the page is idle. */
async function timeUntilShown(page: Page, path: string, selector: string): Promise<number> {
  await page.goto(path, { waitUntil: "commit" });
  const time = await page.evaluate(whenShown, selector);
  await page.waitForLoadState("networkidle");
  return time;
}

function whenShown(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector)) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Replaces the stored token by an invalid one that expired an hour ago, as if the user returned after two hours. */
function expireToken(): void {
  const [header, payload = "", signature] = (localStorage.getItem("access-token") ?? "").split(".");
  const claims = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
  const expired = btoa(JSON.stringify({ ...claims, exp: claims.iat - 3_600, iat: claims.iat - 7_200 }));
  localStorage.setItem("access-token", [header, expired, signature].join("."));
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
