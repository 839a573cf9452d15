/** How many test files run at the same time, each on a site of its own. */
export const WORKERS = Number(process.env.E2E_WORKERS ?? 1);

/** Differ from the ports of `make run`, so that both can run at the same time. */
const FIRST_PORTS = {
  PORT: process.env.E2E_PORT ?? "18000",
  FIREBASE_AUTH_EMULATOR_PORT: process.env.E2E_FIREBASE_PORT ?? "19099",
  STRIPE_STANDIN_PORT: process.env.E2E_STRIPE_PORT ?? "12112",
  MAILBOX_SMTP_PORT: process.env.E2E_MAILBOX_SMTP_PORT ?? "11025",
  MAILBOX_PORT: process.env.E2E_MAILBOX_PORT ?? "11080",
};

/** A checkout's demo site, with a folder and ports of its own. */
export function demoSite(checkout: string, offset: number) {
  const ports = Object.fromEntries(
    Object.entries(FIRST_PORTS).map(([name, port]) => [name, String(Number(port) + offset)]),
  ) as typeof FIRST_PORTS;
  const environment = { ...ports, CAMP_DEMO_DIR: offset ? `.test/e2e-${offset}` : ".test/e2e" };
  return { checkout, environment, siteUrl: `http://127.0.0.1:${ports.PORT}` };
}

/** The site of this worker process. Playwright numbers the workers that run at the same time. */
export const SITE = demoSite("..", Number(process.env.TEST_PARALLEL_INDEX ?? 0));

/** The site of an older checkout, built, that a benchmark compares with this one. */
export const BASELINE = process.env.E2E_BASELINE ? demoSite(process.env.E2E_BASELINE, 100) : null;

/** URL of a site that runs already; its stand-ins listen on the ports above. Without it, Playwright starts one. */
export const RUNNING_SITE_URL = process.env.E2E_SITE;

export const SITE_URL = RUNNING_SITE_URL ?? SITE.siteUrl;
export const FIREBASE_URL = `http://127.0.0.1:${SITE.environment.FIREBASE_AUTH_EMULATOR_PORT}`;
export const STRIPE_URL = `http://127.0.0.1:${SITE.environment.STRIPE_STANDIN_PORT}`;
export const MAILBOX_URL = `http://127.0.0.1:${SITE.environment.MAILBOX_PORT}`;
