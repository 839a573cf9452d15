import { useTheme } from "../shared/theme";

/** The colors and the font of a chart: a canvas cannot use CSS variables. */
export interface ChartTheme {
  bar: string;
  text: string;
  grid: string;
  fontFamily: string;
}

/** The colors and the font of a chart in the current theme. */
export function useChartTheme(): ChartTheme {
  useTheme();
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    bar: read("--chart-bar"),
    text: read("--bs-secondary-color"),
    grid: read("--bs-border-color"),
    fontFamily: getComputedStyle(document.body).fontFamily,
  };
}
