import { CARDS } from "./addresses";
import { expect, type Page } from "./test";

export const GOOD = "4242424242424242";
export const DECLINED = "4000000000000002";
export const ASKS_THE_BANK = "4000002500003155";

/** Types a card into the provider's form. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const form = page.getByRole("group", { name: "Credit or debit card" });
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel(/Expiration date/).fill("12/34");
  await form.getByLabel(/Security code/).fill("123");
}

export function payButton(page: Page) {
  return page.getByRole("button", { name: /^Confirm Payment/ });
}

/** Waits until the seat is held and the card form is there, types the card and pays. */
export async function payWith(page: Page, number: string): Promise<void> {
  await expect(page.getByRole("timer")).toBeVisible();
  await typeCard(page, number);
  await payButton(page).click();
}

export async function isEnrolled(page: Page): Promise<void> {
  await expect(page.getByText(/Transaction complete with transactionId: pi_/)).toBeVisible();
  await expect(page.getByText(/You are enrolled in/)).toBeVisible();
}

/** Lets the card provider misbehave until the returned function is called. */
export async function breakCards(switches: { requests?: unknown[]; webhooks?: unknown[] }) {
  const url = `${CARDS}/_standin/switches`;
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(switches) });
  if (!answer.ok) throw new Error(await answer.text());
  return async () => {
    await fetch(url, { method: "DELETE" });
  };
}
