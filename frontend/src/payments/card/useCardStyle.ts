import { useMemo } from "react";
import type { CardStyle } from "../stripe";
import { useCssColors } from "../useCssColors";

const COLORS = {
  text: "--bs-body-color",
  icon: "--bs-link-color",
  placeholder: "--bs-secondary-color",
  error: "--bs-form-invalid-color",
};
const FONT = { fontFamily: "Inter, system-ui, sans-serif", fontSize: "16px", fontSmoothing: "antialiased" };

/** The style of the card form in the current theme. */
export function useCardStyle(): CardStyle {
  const { text, icon, placeholder, error } = useCssColors(COLORS);
  return useMemo(
    () => ({
      base: { ...FONT, color: text, iconColor: icon, "::placeholder": { color: placeholder } },
      invalid: { color: error, iconColor: error },
    }),
    [text, icon, placeholder, error],
  );
}
