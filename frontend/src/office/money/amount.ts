import { string } from "yup";
import { formatMoney, parseAmount } from "../../shared/money";

/** The schema of a typed amount in dollars of at most `max`; empty for none. */
export function amountUpTo(max: number) {
  return string()
    .default("")
    .test(
      "amount",
      "Please enter an amount such as 45.50.",
      (text) => text === "" || parseAmount(text) !== null,
    )
    .test("max", `At most ${formatMoney(max)} can be refunded.`, (text) => (parseAmount(text) ?? 0) <= max);
}

/** An amount as it is typed: `45.50`. */
export function typedAmount(amount: number): string {
  return amount.toFixed(2);
}
