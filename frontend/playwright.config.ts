import { defineConfig } from "@playwright/test";
import type { EngineName } from "./e2e/support/engines";
import { BASELINE, demoSite, RUNNING_SITE_URL, SITE_URL, WORKERS } from "./e2e/support/urls";

export default defineConfig<object, { engineName: EngineName }>({
  // Tests on the same site run one after another: some of them inject faults into its Stripe stand-in.
  workers: WORKERS,
  globalSetup: "./e2e/support/chromium",
  timeout: 120_000, // Generous, for machines that run other work too.
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  projects: [
    { name: "journeys", testDir: "e2e/journeys" },
    // One journey through each part of the product, for `make test`.
    { name: "main", testDir: "e2e/journeys", grep: /@main/ },
    // Too slow for every change, or for human eyes. All but bench (bench/README.md) have an npm script of their own.
    { name: "proof", testDir: "e2e/proof" },
    { name: "gallery", testDir: "e2e/screenshots" },
    { name: "audit", testDir: "e2e/audit" },
    { name: "bench", testDir: "e2e/bench" },
    { name: "firefox", testDir: "e2e/browsers", use: { engineName: "firefox" } },
    { name: "webkit", testDir: "e2e/browsers", use: { engineName: "webkit" } },
  ],
  use: {
    baseURL: SITE_URL,
    contextOptions: { reducedMotion: "reduce" },
    // No traces: they record the page after every key, which doubles the time. `--trace retain-on-failure` switches them on.
    // A site that runs already has a self-signed certificate.
    ignoreHTTPSErrors: RUNNING_SITE_URL !== undefined,
  },
  webServer: [
    ...(RUNNING_SITE_URL === undefined
      ? Array.from({ length: WORKERS }, (_, index) => demoSite("..", index))
      : []),
    ...(BASELINE ? [BASELINE] : []),
  ].map(start),
});

/** Starts a demo site with an empty database, and stops it after the tests. */
function start({ checkout, environment, siteUrl }: ReturnType<typeof demoSite>) {
  return {
    command: ".venv/bin/python -m demo run --fresh --quiet",
    cwd: checkout,
    env: environment,
    url: `${siteUrl}/healthz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 30_000 },
  };
}
