/** The ways in which money is paid, as the books name them. */
export const METHODS = {
  card: "Card",
  cash: "Cash",
  check: "Check",
  transfer: "Bank transfer",
  none: "By hand",
} as const;

const TEXTS: Record<string, string> = {
  card: "by card",
  cash: "in cash",
  check: "by check",
  transfer: "by bank transfer",
  none: "by hand",
};

/** How money was paid, as part of a sentence: `by check`. Empty if nothing was paid. */
export function methodText(method: string | null): string {
  return TEXTS[method ?? ""] ?? "";
}
