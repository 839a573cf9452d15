/** Differ from the ports of `make run`, so that both can run at the same time. */
export const PORTS = {
  PORT: process.env.E2E_PORT ?? "18000",
  FIREBASE_AUTH_EMULATOR_PORT: process.env.E2E_FIREBASE_PORT ?? "19099",
  STRIPE_STANDIN_PORT: process.env.E2E_STRIPE_PORT ?? "12112",
  MAILBOX_SMTP_PORT: process.env.E2E_MAILBOX_SMTP_PORT ?? "11025",
  MAILBOX_PORT: process.env.E2E_MAILBOX_PORT ?? "11080",
};

/** An older checkout, built, that a benchmark compares with this one. Its ports are those above plus 100. */
export const BASELINE = process.env.E2E_BASELINE ? baseline(process.env.E2E_BASELINE) : null;

function baseline(folder: string) {
  const ports = Object.fromEntries(
    Object.entries(PORTS).map(([name, port]) => [name, String(Number(port) + 100)]),
  ) as typeof PORTS;
  return { folder, ports, siteUrl: `http://127.0.0.1:${ports.PORT}` };
}

/** URL of a site that runs already; its stand-ins listen on the ports above. Without it, Playwright starts one. */
export const RUNNING_SITE_URL = process.env.E2E_SITE;

export const SITE_URL = RUNNING_SITE_URL ?? `http://127.0.0.1:${PORTS.PORT}`;
export const FIREBASE_URL = `http://127.0.0.1:${PORTS.FIREBASE_AUTH_EMULATOR_PORT}`;
export const STRIPE_URL = `http://127.0.0.1:${PORTS.STRIPE_STANDIN_PORT}`;
export const MAILBOX_URL = `http://127.0.0.1:${PORTS.MAILBOX_PORT}`;
