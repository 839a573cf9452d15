import { useMemo } from "react";
import { useTheme } from "../shared/theme";

/**
 * The colors of CSS variables in the current theme, for what cannot use the variables: a canvas, or Stripe's
 * iframe.
 *
 * @param variables a constant
 */
export function useCssColors<Name extends string>(variables: Record<Name, string>): Record<Name, string> {
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the values
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const colorOf = (variable: string) => style.getPropertyValue(variable).trim();
    const entries = Object.entries<string>(variables).map(([name, variable]) => [name, colorOf(variable)]);
    return Object.fromEntries(entries) as Record<Name, string>;
  }, [theme, variables]);
}
