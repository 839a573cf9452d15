/** The server's clock decides when registration opens; the clock of this device may be wrong. */
import { keepInStorage, LEAD_KEY, readKept } from "./storage";

/** The most milliseconds by which a response has shown the server's clock to be ahead of this device's. */
let lead = Number.NEGATIVE_INFINITY;

/**
 * Updates the lead from the `Date` header of a response. Rounding, the network and caches only make the header too early,
 * so the greatest lead is the most exact.
 */
export function noteServerTime(date: string | null): void {
  const observed = Date.parse(date ?? "") - Date.now();
  if (observed > lead) lead = observed;
}

/** Keeps the lead for a page that opens without a network in the next 24 hours. Needs a response that no cache has kept. */
export function keepServerTime(): void {
  keepInStorage(LEAD_KEY, knownLead(), 1);
}

/** The milliseconds since the epoch by the server's clock. */
export function serverNow(): number {
  return Date.now() + knownLead();
}

/** When the server's clock shows this ISO 8601 time, in milliseconds since the epoch by the clock of this device. */
export function localTimeOf(iso: string): number {
  return Date.parse(iso) - knownLead();
}

function knownLead(): number {
  return Number.isFinite(lead) ? lead : Number(readKept(LEAD_KEY) ?? 0);
}
