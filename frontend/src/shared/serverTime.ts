/** The server's clock: what opens at a time opens by it, and a device's clock may be wrong. */

/** By how many milliseconds the server's clock is ahead of this device's, as far as responses have shown. */
let lead = Number.NEGATIVE_INFINITY;

/** Learns from the `Date` header of a response. Rounding, the way and a cache only delay it, so the greatest lead is the best. */
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
