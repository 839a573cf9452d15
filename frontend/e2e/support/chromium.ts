import { existsSync } from "node:fs";
import path from "node:path";
import { RUNNING_SITE_URL } from "./urls";

/** Unpacks the Chromium from npm before the first worker starts: two workers would write the same file. */
export default async function globalSetup(): Promise<void> {
  await launchOptions();
}

/**
 * Prefers a Chromium that is installed on this machine to the one from npm. Of the arguments that its package recommends
 * none is used: they emulate a graphics card, which takes twice the time, and switch web security off.
 */
export async function launchOptions() {
  const directories = (process.env.PATH ?? "").split(path.delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const installed = names
    .flatMap((name) => directories.map((directory) => path.join(directory, name)))
    .find((candidate) => existsSync(candidate));
  const { default: packaged } = await import("@sparticuz/chromium");
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  // Playwright's `ignoreHTTPSErrors` doesn't cover the script of a service worker.
  const certificate = RUNNING_SITE_URL === undefined ? [] : ["--ignore-certificate-errors"];
  return {
    executablePath: installed ?? (await packaged.executablePath()),
    args: ["--disable-gpu", ...sandbox, ...certificate],
  };
}
