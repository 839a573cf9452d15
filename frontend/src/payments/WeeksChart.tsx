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
import { dayAndMonth } from "../shared/dates";
import { money, wholeDollars } from "../shared/money";
import type { Week } from "./overview";
import { type Ink, useInk } from "./useInk";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Income week by week as bars; whoever cannot see them reads the table with the same figures. */
export default function WeeksChart({ weeks }: { weeks: readonly Week[] }) {
  const ink = useInk();
  const data = {
    labels: weeks.map(({ week }) => dayAndMonth(week)),
    datasets: [
      { label: "Income", data: weeks.map(({ income }) => income), backgroundColor: ink.bar, borderRadius: 6 },
    ],
  };
  return (
    <Bar
      data={data}
      options={optionsFor(ink)}
      role="img"
      aria-label="Bars of the income by week; the table below has the same figures"
    />
  );
}

function optionsFor({ text, line, face }: Ink): ChartOptions<"bar"> {
  const font = { family: face };
  return {
    animation: false,
    maintainAspectRatio: false,
    plugins: { tooltip: { callbacks: { label: ({ parsed }) => money(parsed.y ?? 0) } } },
    scales: {
      x: { grid: { display: false }, ticks: { color: text, font } },
      y: {
        beginAtZero: true,
        suggestedMax: 100,
        grid: { color: line },
        ticks: { color: text, font, callback: (value) => wholeDollars(Number(value)) },
      },
    },
  };
}
