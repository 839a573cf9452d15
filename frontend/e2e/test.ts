import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { SITE } from "./addresses";

export { expect, type Page };

interface Options {
  /** What the browser's console may complain about: failures that the journey is about. */
  mayComplain: RegExp;
}

/** A test in a browser that is silent, and for which nothing outside this machine exists but what is faked here. */
export const test = base.extend<Options, { browser: Browser }>({
  mayComplain: [/^nothing at all$/, { option: true }],
  browser: [
    async ({ playwright }, use) => {
      const browser = await playwright.chromium.launch(await installedBrowser());
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  context: async ({ context }, use) => {
    await fakeTheInternet(context);
    await use(context);
  },
  page: async ({ page, mayComplain }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    await use(page);
    const surprises = complaints.filter((text) => !mayComplain.test(text));
    expect(surprises, "what the browser's console says").toEqual([]);
  },
});

/** A Chromium of this machine, else the one that npm brings. */
export async function installedBrowser() {
  const directories = (process.env.PATH ?? "").split(path.delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = names
    .flatMap((name) => directories.map((directory) => path.join(directory, name)))
    .find((candidate) => existsSync(candidate));
  if (found) return { executablePath: found, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] };
  const { default: carried } = await import("@sparticuz/chromium");
  // In one process a popup that closes takes the whole browser with it.
  const args = carried.args.filter((each) => each !== "--single-process");
  return { executablePath: await carried.executablePath(), args };
}

/** Google's script is played by a small one of ours, pictures by a point, and all else is unreachable. */
async function fakeTheInternet(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.protocol === "https:" && url.origin !== SITE,
    (route) => route.abort(),
  );
  await context.route("https://apis.google.com/js/api.js*", (route) =>
    route.fulfill({ path: path.join(__dirname, "google-api.js"), contentType: "text/javascript" }),
  );
  await context.route("https://pictures.example/*", (route) =>
    route.fulfill({ body: POINT, contentType: "image/png" }),
  );
}

const POINT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
