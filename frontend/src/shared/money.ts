const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount in US dollars as a person reads it: `$45.50`. */
export function money(amount: number): string {
  return dollars.format(amount);
}
