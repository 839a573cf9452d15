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
