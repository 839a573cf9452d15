import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { FRESH, useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { Section } from "../../shared/components/Section";
import { formatCalendarDay } from "../../shared/dates";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { downloadCsv, type Overview, reportCalls, type Week } from "./api";
import { DaysForm } from "./DaysForm";
import { formatCount, PeriodTotals } from "./PeriodTotals";
import { type Days, daysError, parseDays, writeDays } from "./search";
import { Totals } from "./Totals";

/** The chart is optional: if it cannot be loaded, a message refers to the file with the same numbers. */
const WeeksChart = lazy(async () => {
  try {
    return await import("./WeeksChart");
  } catch {
    return { default: ChartError };
  }
});

/** How the school is doing: its seats and people, its income by week, and its top classes. */
export function Charts() {
  const [range, change] = useSearchState(parseDays, writeDays);
  const query = queryOf(range);
  const { data, error, mutate } = useUserData(reportCalls.overview(query), {
    ...FRESH,
    keepPreviousData: true,
  });
  const failure = error && (!data || error.status === 400) ? error : null;
  const csv = reportCalls.overview({ ...query, format: "csv" });
  return (
    <>
      {data ? (
        <>
          <Totals of={statisticsOf(data)} />
          <DaysForm
            days={{ from: range.from || data.firstDay, to: range.to || data.lastDay }}
            change={change}
            download={() => downloadCsv(csv, "income")}
          />
        </>
      ) : null}
      {failure ? <ErrorState error={failure} text={daysError(failure)} retry={() => mutate()} /> : null}
      {data && !failure ? (
        <>
          <PeriodTotals overview={data} />
          <WeeklyIncome weeks={data.weeks} />
          <TopClasses classes={data.topClasses} />
        </>
      ) : null}
      {!data && !error ? <RowSkeletons count={8} /> : null}
    </>
  );
}

/** The query of the API call for these days. */
function queryOf({ from, to }: Days): Record<string, string> {
  return { ...(from ? { firstDay: from } : null), ...(to ? { lastDay: to } : null) };
}

function statisticsOf({ students, instructors, seats, income }: Overview) {
  return [
    ["Income after refunds", formatMoney(income)],
    ["Seats sold", `${formatCount(seats.sold)} of ${formatCount(seats.capacity)}`],
    ["Students", formatCount(students)],
    ["Instructors", formatCount(instructors)],
  ] as const;
}

function WeeklyIncome({ weeks }: { weeks: Week[] }) {
  return (
    <Section title="Income by week">
      <div className="weeks-chart mb-4">
        <Suspense fallback={null}>
          <WeeksChart weeks={weeks} />
        </Suspense>
      </div>
      <ul className="visually-hidden">
        {weeks.map(({ week, income, sales }) => (
          <li key={week}>
            Week of {formatCalendarDay(week)}: {formatMoney(income)}, {formatCount(sales)} sales
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TOP_COLUMNS: readonly Column<Overview["topClasses"][number]>[] = [
  {
    heading: "Class",
    cell: ({ classId, nameClass }) => <Link to={pages.staffClass(classId)}>{nameClass}</Link>,
  },
  { heading: "Sales", cell: ({ sales }) => formatCount(sales), className: "text-end amount" },
  { heading: "Income", cell: ({ income }) => formatMoney(income), className: "text-end amount" },
];

function TopClasses({ classes }: { classes: Overview["topClasses"] }) {
  if (classes.length === 0) return null;
  return (
    <Section title="Top classes by income">
      <DataTable
        caption="Top classes by income"
        columns={TOP_COLUMNS}
        rows={classes}
        keyOf={({ classId }) => classId}
        onPhone="table"
      />
    </Section>
  );
}

function ChartError() {
  return <p className="mb-0">The chart couldn't be loaded. The CSV has the same numbers.</p>;
}
