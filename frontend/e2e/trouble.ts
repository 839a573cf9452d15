import { expect, type Page } from "./test";

/** What the browser itself says of requests that fail on purpose. */
export const OF_THE_NETWORK = /Failed to load resource|ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED)/;

const UNREACHED = /We could not reach/;

/** Pulls the network's plug while `there` happens, and puts it back. */
export async function unplugged(page: Page, there: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  try {
    await there();
    await expect(page.getByText(/^You are offline/)).toBeVisible();
    await isNoRuin(page);
  } finally {
    await page.context().setOffline(false);
  }
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
}

/** Keeps the answers to these calls away while `there` happens: the server does what it is asked, and nobody hears. */
export async function unheard(page: Page, calls: RegExp, there: () => Promise<void>): Promise<void> {
  let lost = 0;
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort("failed");
    lost += 1;
  });
  await there();
  await expect.poll(() => lost, { message: "answers kept away" }).toBeGreaterThan(0);
  await page.unroute(calls);
}

/** Answers these calls as a proxy does whose server is being restarted, while `there` happens. */
export async function down(page: Page, calls: RegExp, there: () => Promise<void>): Promise<void> {
  await page.route(calls, (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "<h1>503 Service Unavailable</h1>" }),
  );
  await there();
  await page.unroute(calls);
}

/** Says in a pop-up, in a dialog or on the page itself what went wrong. */
export async function isTold(page: Page, what: RegExp = UNREACHED): Promise<void> {
  const seen = page.locator("main, .toasts, [role=dialog]").getByText(what);
  await expect(seen.first()).toBeVisible();
}

/** Never a blank page, nor one that waits for ever, nor a machine's own words. */
export async function isNoRuin(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy=true], .progress-line, .placeholder")).toHaveCount(0);
  const text = await page.getByRole("main").textContent();
  expect(text).not.toMatch(/Error|undefined|null|NaN|\[object|<h1>|auth\/|Traceback/);
}
