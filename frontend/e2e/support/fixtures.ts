import path from "node:path";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { launchOptions } from "./chromium";
import { SITE_URL } from "./urls";

export { expect, type Page };

interface Options {
  /** Console errors and warnings that the test provokes. Any other one fails the test. */
  expectedConsoleErrors: RegExp;
}

/** Fails on console errors and blocks every request that leaves this machine. */
export const test = base.extend<Options, { browser: Browser }>({
  expectedConsoleErrors: [/(?!)/, { option: true }],
  browser: [
    async ({ playwright }, use) => {
      const browser = await playwright.chromium.launch(await launchOptions());
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  context: async ({ context, expectedConsoleErrors }, use) => {
    const errors = collectConsoleErrors(context);
    await stubExternalRequests(context);
    await use(context);
    const unexpected = errors.filter((text) => !expectedConsoleErrors.test(text));
    expect(unexpected, "console errors").toEqual([]);
  },
});

/** Collects errors and warnings of the site's pages, not of the Google popup. */
function collectConsoleErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  const isOfSite = (page: Page | null) => page?.url().startsWith(SITE_URL) ?? true;
  context.on("weberror", (error) => {
    if (isOfSite(error.page())) errors.push(String(error.error()));
  });
  context.on("console", (message) => {
    const isError = message.type() === "error" || message.type() === "warning";
    if (isError && isOfSite(message.page())) errors.push(message.text());
  });
  return errors;
}

/** Serves a stub of Google's script and a one-pixel picture, and aborts all other external requests. */
async function stubExternalRequests(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.protocol === "https:" && url.origin !== SITE_URL,
    (route) => route.abort(),
  );
  await context.route("https://apis.google.com/js/api.js*", (route) =>
    route.fulfill({ path: path.join(__dirname, "googleApiStub.js"), contentType: "text/javascript" }),
  );
  await context.route("https://pictures.example/*", (route) =>
    route.fulfill({ body: ONE_PIXEL_PNG, contentType: "image/png" }),
  );
}

const ONE_PIXEL_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
