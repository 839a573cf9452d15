import { useSyncExternalStore } from "react";
import { THEME_KEY, writeStorage } from "./storage";

type Theme = "light" | "dark";

/** The current theme: the `data-bs-theme` of the page. An inline script of the page has applied the stored theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

/** Changes the theme of the page and stores it. */
export function setTheme(theme: Theme): void {
  writeStorage(THEME_KEY, theme);
  document.documentElement.dataset.bsTheme = theme;
}

function currentTheme(): Theme {
  return document.documentElement.dataset.bsTheme === "dark" ? "dark" : "light";
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-bs-theme"] });
  return () => observer.disconnect();
}
