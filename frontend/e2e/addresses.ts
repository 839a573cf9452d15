/** Ports beside those of `make run`, so that the journeys can run while somebody uses the site. */
export const PORTS = {
  PORT: process.env.E2E_PORT ?? "18000",
  FIREBASE_AUTH_EMULATOR_PORT: process.env.E2E_FIREBASE_PORT ?? "19099",
  STRIPE_STANDIN_PORT: process.env.E2E_STRIPE_PORT ?? "12112",
};

/** A site that somebody else has started, on TLS, beside its stand-ins on the ports above. */
export const STARTED = process.env.E2E_SITE;

export const SITE = STARTED ?? `http://127.0.0.1:${PORTS.PORT}`;
export const IDENTITY = `http://127.0.0.1:${PORTS.FIREBASE_AUTH_EMULATOR_PORT}`;
export const CARDS = `http://127.0.0.1:${PORTS.STRIPE_STANDIN_PORT}`;
