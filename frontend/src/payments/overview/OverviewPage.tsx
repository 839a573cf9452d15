import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router-dom";
import type { ApiError } from "../../shared/api/errors";
import { useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { formatCalendarDay } from "../../shared/dates";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { formatMoney } from "../../shared/money";
import { calls, pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import type { Overview, Week } from "../api";
import { PeriodTotals } from "./PeriodTotals";
import { parseRange, queryOf, RangeForm, writeRange } from "./RangeForm";

/** The chart is optional: if it cannot be loaded, a message refers to the table with the same numbers. */
const WeeksChart = lazy(async () => {
  try {
    return await import("./WeeksChart");
  } catch {
    return { default: ChartError };
  }
});

/** The page with the statistics of the school, for admins. */
export default function OverviewPage() {
  const [range, changeRange] = useSearchState(parseRange, writeRange);
  const query = queryOf(range);
  const { data, error, mutate } = useUserData(calls.overview(query), {
    dedupingInterval: 0,
    keepPreviousData: true,
  });
  const failure = error && (!data || error.status === 400) ? error : null;
  return (
    <>
      <PageHeading className="mb-4">Overview</PageHeading>
      {data ? <Statistics overview={data} /> : null}
      {data ? <RangeForm overview={data} range={range} change={changeRange} query={query} /> : null}
      {failure ? <ErrorState error={failure} text={rangeError(failure)} retry={() => mutate()} /> : null}
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

function rangeError(error: ApiError): string | undefined {
  return Object.values(error.fields)[0]?.join(" ");
}

const formatCount = (count: number) => count.toLocaleString("en-US");

function Statistics({ overview }: { overview: Overview }) {
  const { students, instructors, classes, seats, income } = overview;
  const classesWith = (status: string) => `${pages.manageClasses}?status=${status}`;
  return (
    <div className="query-container">
      <dl className="statistics mb-5">
        <Statistic name="Income" note="after refunds">
          {formatMoney(income)}
        </Statistic>
        <Statistic name="Seats sold" note={`of ${formatCount(seats.capacity)} in approved classes`}>
          {formatCount(seats.sold)}
        </Statistic>
        <Statistic name="Students" to={`${pages.allUsers}?role=student`} link="See all students">
          {formatCount(students)}
        </Statistic>
        <Statistic name="Instructors" to={`${pages.allUsers}?role=instructor`} link="See all instructors">
          {formatCount(instructors)}
        </Statistic>
        <Statistic
          name="Pending classes"
          to={classesWith("Pending")}
          link={classes.Pending > 0 ? "Review them now" : "None waiting for review"}
        >
          {formatCount(classes.Pending)}
        </Statistic>
        <Statistic name="Approved classes" to={classesWith("Approved")} link="See approved classes">
          {formatCount(classes.Approved)}
        </Statistic>
        <Statistic name="Denied classes" to={classesWith("Denied")} link="See denied classes">
          {formatCount(classes.Denied)}
        </Statistic>
      </dl>
    </div>
  );
}

interface StatisticProps {
  name: string;
  note?: string;
  /** The list that the statistic counts, and the text of the link to it. */
  to?: string;
  link?: string;
  children: ReactNode;
}

function Statistic({ name, note, to, link, children }: StatisticProps) {
  return (
    <div className="statistic-card">
      <dt>{name}</dt>
      <dd className="statistic-value amount">{children}</dd>
      <dd className="statistic-note">
        {to ? (
          <Link className="stretched-link" to={to}>
            {link}
          </Link>
        ) : (
          note
        )}
      </dd>
    </div>
  );
}

const COLUMNS: readonly Column<Week>[] = [
  { heading: "Week of", cell: ({ week }) => formatCalendarDay(week) },
  { heading: "Sales", cell: ({ sales }) => formatCount(sales), className: "text-end amount" },
  { heading: "Income", cell: ({ income }) => formatMoney(income), className: "text-end amount" },
];

function WeeklyIncome({ weeks }: { weeks: Week[] }) {
  return (
    <section aria-labelledby="income-by-week">
      <h2 className="h4" id="income-by-week">
        Income by week
      </h2>
      <div className="weeks-chart mb-4">
        <Suspense fallback={null}>
          <WeeksChart weeks={weeks} />
        </Suspense>
      </div>
      <DataTable
        caption="Income by week"
        columns={COLUMNS}
        rows={weeks}
        keyOf={({ week }) => week}
        onPhone="table"
      />
    </section>
  );
}

const TOP_COLUMNS: readonly Column<Overview["topClasses"][number]>[] = [
  {
    heading: "Class",
    cell: ({ classId, nameClass }) => <Link to={pages.roster(classId)}>{nameClass}</Link>,
  },
  { heading: "Sales", cell: ({ sales }) => formatCount(sales), className: "text-end amount" },
  { heading: "Income", cell: ({ income }) => formatMoney(income), className: "text-end amount" },
];

function TopClasses({ classes }: { classes: Overview["topClasses"] }) {
  if (classes.length === 0) return null;
  return (
    <section aria-labelledby="top-classes" className="mt-4">
      <h2 className="h4" id="top-classes">
        Top classes by income
      </h2>
      <DataTable
        caption="Top classes by income"
        columns={TOP_COLUMNS}
        rows={classes}
        keyOf={({ classId }) => classId}
        onPhone="table"
      />
    </section>
  );
}

function ChartError() {
  return <p className="mb-0">The chart couldn't be loaded. The table below has the same numbers.</p>;
}
