import { useState } from "react";
import { recall, remember, THEME_KEY } from "./storage";

export type Theme = "light" | "dark";

/** The theme in use and how to change it. The page's own first script has applied the remembered one already. */
export function useTheme(): [Theme, (next: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => (recall(THEME_KEY) === "dark" ? "dark" : "light"));
  const change = (next: Theme) => {
    remember(THEME_KEY, next);
    document.documentElement.dataset.bsTheme = next;
    setTheme(next);
  };
  return [theme, change];
}
