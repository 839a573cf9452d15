import { expect, type Page } from "./fixtures";

/** What Chromium itself logs about failed requests. */
export const FAILED_REQUESTS =
  /Failed to load resource|ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED)/;

/** The second text appears if the network failed before the client had loaded the code that sends the request. */
const SERVER_UNREACHABLE = /We couldn't reach|Part of this page couldn't be loaded/;

/** Takes the browser offline while the callback runs. */
export async function whileOffline(page: Page, callback: () => Promise<void>): Promise<void> {
  // A click on a server-rendered link would load another page.
  await expect(page.locator("main#content")).toBeVisible();
  await page.context().setOffline(true);
  try {
    await callback();
    await expect(page.getByText(/^You're offline/)).toBeVisible();
    await expectIntactPage(page);
  } finally {
    await page.context().setOffline(false);
  }
  await expect(page.getByText(/^You're offline/)).toHaveCount(0);
}

/** Lets the server process these requests while the callback runs, but drops its responses. */
export async function whileResponsesAreLost(
  page: Page,
  urls: RegExp,
  callback: () => Promise<void>,
): Promise<void> {
  let lost = 0;
  await page.route(urls, async (route) => {
    await route.fetch();
    await route.abort("failed");
    lost += 1;
  });
  await callback();
  await expect.poll(() => lost, { message: "lost responses" }).toBeGreaterThan(0);
  await page.unroute(urls);
}

/** Responds to these requests with a proxy's 503 page while the callback runs. */
export async function whileServerIsDown(
  page: Page,
  urls: RegExp,
  callback: () => Promise<void>,
): Promise<void> {
  await page.route(urls, (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "<h1>503 Service Unavailable</h1>" }),
  );
  await callback();
  await page.unroute(urls);
}

/**
 * Repeats an action whose response was lost, until the page shows that it is done.
 * The page may detect this by itself first; then the control is gone or disabled and the click is not needed.
 */
export async function repeatUntilDone(
  control: ReturnType<Page["locator"]>,
  expectDone: (timeout: number) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await control.click({ timeout: 1_000 }).catch(() => {});
    await expectDone(2_000);
  }).toPass({ timeout: 20_000 });
}

/** Expects the message in a toast, a dialog or the page. */
export async function expectMessage(
  page: Page,
  message: RegExp = SERVER_UNREACHABLE,
  options?: { timeout: number },
): Promise<void> {
  const matches = page.locator("main, .toasts, [role=dialog]").getByText(message);
  await expect(matches.first()).toBeVisible(options);
}

/** Expects a page with a heading, without loading indicators and without technical error texts. */
export async function expectIntactPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy=true], .progress-line, .placeholder")).toHaveCount(0);
  const text = await page.getByRole("main").textContent();
  expect(text).not.toMatch(/Error|undefined|null|NaN|\[object|<h1>|auth\/|Traceback/);
}
