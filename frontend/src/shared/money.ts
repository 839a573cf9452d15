import { onFirstUse } from "./intl";

const dollars = onFirstUse(() => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }));

/** Formats an amount in US dollars: `$45.50`. */
export function formatMoney(amount: number): string {
  return dollars().format(amount);
}

const rounded = onFirstUse(
  () =>
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency: "USD",
      maximumFractionDigits: 0,
    }),
);

/** Formats an amount in US dollars without cents, for the axis of a chart. */
export function formatWholeDollars(amount: number): string {
  return rounded().format(amount);
}

/** Formats the price of a class: `$45.50`, or `Free`. */
export function formatPrice(price: number): string {
  return price === 0 ? "Free" : formatMoney(price);
}

/** Adds amounts in dollars. Adds integer cents, to avoid rounding errors. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

/** Formats a sum in US dollars, without cents if it has none: `$455`, `$455.50`. */
export function formatSum(amount: number): string {
  return Number.isInteger(amount) ? formatWholeDollars(amount) : formatMoney(amount);
}

const WITH_THOUSANDS = /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/;
const WITHOUT_THOUSANDS = /^\d+([.,]\d{1,2})?$/;

/**
 * Reads a typed amount in dollars: `45.5`, `1,250`, and `45,5`, because the numeric keyboard of some phones has no point. Null
 * for any other text.
 */
export function parseAmount(typed: string): number | null {
  const text = typed.trim().replace(/^\$\s*/, "");
  if (WITH_THOUSANDS.test(text)) return Number(text.replaceAll(",", ""));
  return WITHOUT_THOUSANDS.test(text) ? Number(text.replace(",", ".")) : null;
}
