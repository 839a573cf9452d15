import { formatCalendarDays } from "../../shared/dates";

const DAY_MS = 86_400_000;

/** Calendar days as receipts and tax statements list them: `Jul 19 – 23, 2027 (5 days)`. */
export function daysText(days: readonly string[]): string {
  if (days.length === 0) return "none";
  const runs: string[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && Date.parse(day) - Date.parse(run.at(-1) ?? "") === DAY_MS) run.push(day);
    else runs.push([day]);
  }
  const text = runs.map((run) => formatCalendarDays(run[0] ?? "", run.at(-1) ?? "")).join("; ");
  return days.length > 1 ? `${text} (${days.length} days)` : text;
}
