import { type Theme, useTheme } from "../shared/theme";
import type { CardStyle } from "./stripe";

const FONT = { fontFamily: "Inter, system-ui, sans-serif", fontSize: "16px", fontSmoothing: "antialiased" };

// The card form is the provider's iframe: it accepts colors, but not the CSS variables of the page.
const STYLES: Record<Theme, CardStyle> = {
  light: {
    base: { ...FONT, color: "#2b2420", iconColor: "#a8442a", "::placeholder": { color: "#5f534b" } },
    invalid: { color: "#b3261e", iconColor: "#b3261e" },
  },
  dark: {
    base: { ...FONT, color: "#f0e6d8", iconColor: "#f0a082", "::placeholder": { color: "#c9b9a6" } },
    invalid: { color: "#ff9f96", iconColor: "#ff9f96" },
  },
};

/** The style of the card form in the current theme. */
export function useCardStyle(): CardStyle {
  return STYLES[useTheme()];
}
