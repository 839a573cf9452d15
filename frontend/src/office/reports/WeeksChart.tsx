import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartOptions,
  LinearScale,
  Tooltip,
} from "chart.js";
import { Bar } from "react-chartjs-2";
import { useCssColors } from "../../payments/useCssColors";
import { formatMonthDay } from "../../shared/dates";
import { formatMoney, formatWholeDollars } from "../../shared/money";
import type { Week } from "./api";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** A bar chart of the income by week. For screen readers, the list below it has the same numbers. */
export default function WeeksChart({ weeks }: { weeks: readonly Week[] }) {
  const theme = useChartTheme();
  const data = {
    labels: weeks.map(({ week }) => formatMonthDay(week)),
    datasets: [
      {
        label: "Income",
        data: weeks.map(({ income }) => income),
        backgroundColor: theme.bar,
        borderRadius: 6,
      },
    ],
  };
  return (
    <Bar
      data={data}
      options={optionsFor(theme)}
      role="img"
      aria-label="Bar chart of income by week. The list below has the same numbers."
    />
  );
}

const COLORS = { bar: "--chart-bar", text: "--bs-secondary-color", grid: "--bs-border-color" };

type ChartTheme = ReturnType<typeof useChartTheme>;

/** The colors and the font of a chart in the current theme. */
function useChartTheme() {
  return { ...useCssColors(COLORS), fontFamily: getComputedStyle(document.body).fontFamily };
}

function optionsFor({ text, grid, fontFamily }: ChartTheme): ChartOptions<"bar"> {
  const font = { family: fontFamily };
  return {
    animation: false,
    maintainAspectRatio: false,
    plugins: { tooltip: { callbacks: { label: ({ parsed }) => formatMoney(parsed.y ?? 0) } } },
    scales: {
      x: { grid: { display: false }, ticks: { color: text, font } },
      y: {
        beginAtZero: true,
        suggestedMax: 100,
        grid: { color: grid },
        ticks: { color: text, font, callback: (value) => formatWholeDollars(Number(value)) },
      },
    },
  };
}
