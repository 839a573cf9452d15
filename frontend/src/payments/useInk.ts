import { useSyncExternalStore } from "react";

/** The theme's colors and type, for what is drawn on a canvas and cannot take them from the style sheet. */
export interface Ink {
  bar: string;
  text: string;
  line: string;
  face: string;
}

/** The colors of the theme in use, as it changes. */
export function useInk(): Ink {
  // The name of the theme is what tells one snapshot from the next.
  useSyncExternalStore(whenThemeChanges, () => document.documentElement.dataset.bsTheme);
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    bar: read("--chart-bar"),
    text: read("--bs-secondary-color"),
    line: read("--bs-border-color"),
    face: getComputedStyle(document.body).fontFamily,
  };
}

function whenThemeChanges(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-bs-theme"] });
  return () => observer.disconnect();
}
