/** The server's clock decides when registration opens; the clock of this device may be wrong. */

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

/** The milliseconds since the epoch by the server's clock. */
export function serverNow(): number {
  return Date.now() + knownLead();
}

/** When the server's clock shows this ISO 8601 time, in milliseconds since the epoch by the clock of this device. */
export function localTimeOf(iso: string): number {
  return Date.parse(iso) - knownLead();
}

function knownLead(): number {
  return Number.isFinite(lead) ? lead : 0;
}
