/** A student who cancels at least `days` (of 24 hours) before the first lesson gets `percent` of the price back. */
export interface RefundRule {
  days: number;
  percent: number;
}

/** The configuration that the server embeds in the page. It contains no secrets. */
export interface Config {
  siteName: string;
  siteUrl: string;
  /** What the school offers: ages, days, price and place; empty on the pages of the dashboard. */
  offer: string;
  /** The IANA name of the zone in which lessons are entered and shown. */
  timeZone: string;
  /** The name of that zone for readers: `Eastern Time`. */
  timeZoneName: string;
  firebase: { apiKey: string; authDomain: string; projectId: string; emulator: string | null };
  stripe: { publishableKey: string; script: string | null };
  /** Whether a real site has Stripe's test keys: no card is charged. */
  testMode: boolean;
  contact: {
    email: string;
    phone: string;
    address: string;
    hours: string;
    directions: string;
    /** The URL of a drawn map; empty for none. */
    map: string;
  };
  social: { facebook: string; instagram: string; youtube: string };
  /** The duration of a hold, in minutes. */
  seatHoldMinutes: number;
  /** How long before the first lesson participants cannot join a waitlist anymore, in hours. */
  waitlistClosesHours: number;
  /** How long after the payment a student can cancel for a full refund, in hours. */
  cancelWithinHours: number;
  /** Whether the school keeps care sheets and presence; a school of adults does not. */
  care: boolean;
  /** How many days after a child's last lesson the care sheet is deleted. */
  careKeepDays: number;
  /** The most days first. The highest percentage applies; within `cancelWithinHours` it is 100. */
  refundRules: readonly RefundRule[];
}

export const config: Config = readJson("camp-config");

/** API responses embedded in the page, by path; they replace the first requests. */
export const initialData: Record<string, unknown> = readJson("camp-data");

function readJson<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page has no #${id}.`);
  return JSON.parse(text) as T;
}
