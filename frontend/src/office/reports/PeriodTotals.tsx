import { addDays } from "../../classes/model/weeks";
import { useUserData } from "../../shared/api/resources";
import { Section } from "../../shared/components/Section";
import { formatCalendarDays } from "../../shared/dates";
import { formatMoney, sumOf } from "../../shared/money";
import { type Overview, reportCalls, type Week } from "./api";

type Period = Pick<Overview, "firstDay" | "lastDay">;

const DAY_MS = 24 * 60 * 60_000;
/** Reserves the line of a text that is still loading. */
const SPACE = "\u00a0";

/** Income and sales of the days of an overview, compared with as many days before them. */
export function PeriodTotals({ overview }: { overview: Overview }) {
  const before = periodBefore(overview);
  const { data } = useUserData(reportCalls.overview({ ...before }));
  const totals = totalsOf(overview.weeks);
  const earlier = data ? totalsOf(data.weeks) : null;
  return (
    <Section title={formatCalendarDays(overview.firstDay, overview.lastDay)}>
      <dl className="row row-cols-1 row-cols-sm-2 gy-3">
        <Total name="Income in this period" text={formatMoney(totals.income)}>
          {earlier && changeText(totals.income, earlier.income, formatMoney)}
        </Total>
        <Total name="Sales in this period" text={formatCount(totals.sales)}>
          {earlier && changeText(totals.sales, earlier.sales, formatCount)}
        </Total>
      </dl>
      <p className="small text-body-secondary mb-0">
        {data ? `Compared with ${formatCalendarDays(before.firstDay, before.lastDay)}.` : SPACE}
      </p>
    </Section>
  );
}

/** @param children the comparison; null until it is loaded */
function Total({ name, text, children }: { name: string; text: string; children: string | null }) {
  return (
    <div className="col">
      <dt>{name}</dt>
      <dd className="amount fs-2 fw-bold text-nowrap mb-0">{text}</dd>
      <dd className="small text-body-secondary amount mb-0">{children ?? SPACE}</dd>
    </div>
  );
}

export const formatCount = (count: number) => count.toLocaleString("en-US");

/** As many days as the period has, up to the day before it. */
function periodBefore({ firstDay, lastDay }: Period): Period {
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1;
  return { firstDay: addDays(firstDay, -days), lastDay: addDays(firstDay, -1) };
}

function totalsOf(weeks: readonly Week[]): { income: number; sales: number } {
  return {
    income: sumOf(weeks.map(({ income }) => income)),
    sales: weeks.reduce((sum, { sales }) => sum + sales, 0),
  };
}

/** `25% more than $80.00 before`. */
function changeText(now: number, before: number, format: (value: number) => string): string {
  if (now === before) return "The same as before";
  if (before === 0) return "Nothing before";
  if (before < 0) return `${format(before)} before`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${percent}% ${now > before ? "more" : "less"} than ${format(before)} before`;
}
