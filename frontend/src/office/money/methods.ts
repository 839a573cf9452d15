/** The ways to pay at the desk, and how the office says them. */
export const DESK_METHODS = { check: "Check", cash: "Cash", transfer: "Bank transfer" } as const;

export type DeskMethod = keyof typeof DESK_METHODS;

/** The label of the field for what proves a payment. */
export const REFERENCE_LABELS: Record<DeskMethod, string> = {
  check: "Check number (optional)",
  cash: "Receipt number (optional)",
  transfer: "Reference (optional)",
};
