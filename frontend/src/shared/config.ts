/** What the server tells the page about the site. Nothing in it is secret. */
export interface Config {
  siteName: string;
  siteUrl: string;
  firebase: { apiKey: string; authDomain: string; projectId: string; emulator: string | null };
  stripe: { publishableKey: string; script: string | null };
  contact: { email: string; phone: string; address: string };
  social: { facebook: string; instagram: string; youtube: string };
  /** How long a seat is held for somebody who pays, in minutes. */
  seatHoldMinutes: number;
  /** How long after paying a place can be given back, in hours. */
  cancelWithinHours: number;
}

/** The page's configuration. */
export const config: Config = readJson("camp-config");

/** The answers that came with the page, by path: they spare the first calls. */
export const firstData: Record<string, unknown> = readJson("camp-data");

function readJson<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page carries no #${id}.`);
  return JSON.parse(text) as T;
}
