import { defineConfig } from "@playwright/test";
import { PORTS, SITE, STARTED } from "./e2e/addresses";

/** Journeys in a real browser against the whole site, on ports and a folder of its own, from nothing. */
export default defineConfig({
  testDir: "e2e",
  // They share one site, whose card provider some of them break for a while.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  projects: [
    { name: "journeys", testMatch: "*.spec.ts" },
    // What takes too long for every change, or is for the eye: each has a command of its own.
    { name: "proof", testMatch: "*.proof.ts" },
    { name: "gallery", testMatch: "*.shots.ts" },
    { name: "audit", testMatch: "*.audit.ts" },
  ],
  use: {
    baseURL: SITE,
    contextOptions: { reducedMotion: "reduce" },
    trace: "retain-on-failure",
    // Its certificate is its own; no journey is about that.
    ignoreHTTPSErrors: STARTED !== undefined,
  },
  webServer: STARTED === undefined ? demo() : [],
});

/** The site of `make run`, started for the journeys and stopped after them. */
function demo() {
  return {
    command: ".venv/bin/python -m camp.demo run --fresh --quiet",
    cwd: "..",
    env: { ...PORTS, CAMP_DEMO_DIR: ".test/e2e" },
    url: `${SITE}/healthz`,
    // A new site draws its pictures first, which takes a while on a busy machine.
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 30_000 },
  };
}
