import { expect, type Page } from "./fixtures";
import { STRIPE_URL } from "./urls";

export const VALID_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";
export const THREE_D_SECURE_CARD = "4000002500003155";

/** Fills in the Stripe card form. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const form = page.getByRole("group", { name: "Credit or debit card" });
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel(/Expiration date/).fill("12/34");
  await form.getByLabel(/Security code/).fill("123");
}

export function payButton(page: Page) {
  return page.getByRole("button", { name: /^Confirm Payment/ });
}

/** Waits until the seat is held, then fills in the card and pays. */
export async function payWithCard(page: Page, number: string): Promise<void> {
  await expect(page.getByRole("timer")).toBeVisible();
  await fillCard(page, number);
  await payButton(page).click();
}

export async function expectPaymentComplete(page: Page): Promise<void> {
  await expect(page.getByText(/Transaction complete with transactionId: pi_/)).toBeVisible();
}

export async function expectEnrolled(page: Page): Promise<void> {
  await expectPaymentComplete(page);
  await expect(page.getByText(/You're enrolled in/)).toBeVisible();
}

interface StripeFaults {
  requests?: { fault: "fail"; path: string; count: number | null }[];
  webhooks?: { action: "drop"; events: string }[];
}

/** Makes the Stripe stand-in misbehave while the callback runs. */
export async function withStripeFaults(faults: StripeFaults, callback: () => Promise<void>): Promise<void> {
  await control("POST", "faults", faults);
  try {
    await callback();
  } finally {
    await control("DELETE", "faults");
  }
}

/** Delivers the latest dropped webhook of this type. */
export async function deliverDroppedWebhook(type: string): Promise<void> {
  const { events } = await control<{ events: { id: string; type: string; state: string }[] }>(
    "GET",
    "events",
  );
  const dropped = events.findLast((event) => event.type === type && event.state === "dropped");
  if (!dropped) throw new Error(`No ${type} webhook was dropped.`);
  await control("POST", `events/${dropped.id}/resend`, {});
}

async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${STRIPE_URL}/_standin/${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}
