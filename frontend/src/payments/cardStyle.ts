import { useSyncExternalStore } from "react";
import type { CardStyle } from "./stripe";

const TYPE = { fontFamily: "Inter, system-ui, sans-serif", fontSize: "16px", fontSmoothing: "antialiased" };

// The form is the provider's own document: it takes colors, not our variables.
const LIGHT: CardStyle = {
  base: { ...TYPE, color: "#2b2420", iconColor: "#a8442a", "::placeholder": { color: "#5f534b" } },
  invalid: { color: "#b3261e", iconColor: "#b3261e" },
};
const DARK: CardStyle = {
  base: { ...TYPE, color: "#f0e6d8", iconColor: "#f0a082", "::placeholder": { color: "#c9b9a6" } },
  invalid: { color: "#ff9f96", iconColor: "#ff9f96" },
};

/** How the card form looks in the theme that the page has just now. */
export function useCardStyle(): CardStyle {
  return useSyncExternalStore(followTheme, styleNow);
}

function styleNow(): CardStyle {
  return document.documentElement.dataset.bsTheme === "dark" ? DARK : LIGHT;
}

function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-bs-theme"] });
  return () => observer.disconnect();
}
