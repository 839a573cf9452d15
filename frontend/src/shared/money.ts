const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount in US dollars as a person reads it: `$45.50`. */
export function money(amount: number): string {
  return dollars.format(amount);
}

const rounded = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** An amount without its cents: for the scale of a chart. */
export function wholeDollars(amount: number): string {
  return rounded.format(amount);
}
