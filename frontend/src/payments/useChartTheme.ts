import { useCssColors } from "./useCssColors";

const COLORS = { bar: "--chart-bar", text: "--bs-secondary-color", grid: "--bs-border-color" };

export type ChartTheme = ReturnType<typeof useChartTheme>;

/** The colors and the font of a chart in the current theme. */
export function useChartTheme() {
  return { ...useCssColors(COLORS), fontFamily: getComputedStyle(document.body).fontFamily };
}
