import { expect, type Page, test } from "../support/fixtures";
import { FAILED_REQUESTS } from "../support/network";

/** The chunk of the page /about. */
const CHUNK = /\/static\/build\/about\.[^/]+\.js$/;

/** Opens the home page and waits for the client: until then, its links load pages. */
const openHome = (page: Page) => page.goto("/", { waitUntil: "networkidle" });

test.use({ expectedConsoleErrors: FAILED_REQUESTS });

test("reloads the page once when a release has removed a chunk", async ({ page }) => {
  await openHome(page);
  const reloads = countLoads(page);
  await page.route(CHUNK, (route) => (reloads() > 0 ? route.fallback() : route.fulfill({ status: 404 })));
  await page.getByRole("link", { name: "More About Us" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  expect(reloads()).toBe(1);
});

test("shows an error instead of reloading forever when a chunk stays missing", async ({ page }) => {
  await openHome(page);
  const reloads = countLoads(page);
  await page.route(CHUNK, (route) => route.fulfill({ status: 404 }));
  // The former page may show the error for a moment while it is reloaded.
  const reloaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "More About Us" }).click();
  await reloaded;
  const error = page.getByRole("heading", { name: "This page didn't load" });
  await expect(error).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(error).toBeVisible();
  expect(reloads()).toBe(1);
  await page.unroute(CHUNK);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
});

/** Counts page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}
