import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router-dom";
import { type Column, DataTable } from "../shared/DataTable";
import { calendarDay } from "../shared/dates";
import { money } from "../shared/money";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { useMine } from "../shared/resources";
import { RowSkeletons } from "../shared/Skeletons";
import { ErrorState } from "../shared/states";
import type { Overview, Week } from "./overview";

/** The drawing is an extra: where it cannot be loaded, the same figures stand in the table. */
const WeeksChart = lazy(() => import("./WeeksChart").catch(() => ({ default: NoChart })));

/** How the school is doing, for its admins. */
export default function OverviewPage() {
  const { data, error, mutate } = useMine<Overview>(calls.overview, { dedupingInterval: 0 });
  return (
    <>
      <PageHeading className="mb-4">Overview</PageHeading>
      {data ? <Figures of={data} /> : null}
      {data ? <Income weeks={data.weeks} /> : null}
      {error && !data ? <ErrorState error={error} retry={() => mutate()} /> : null}
      {!data && !error ? <RowSkeletons count={8} /> : null}
    </>
  );
}

const count = (figure: number) => figure.toLocaleString("en-US");

function Figures({ of: { students, instructors, classes, seats, income } }: { of: Overview }) {
  return (
    <dl className="figures mb-5">
      <Figure name="Income" note="refunds taken off">
        {money(income)}
      </Figure>
      <Figure name="Seats sold" note={`of ${count(seats.capacity)} in approved classes`}>
        {count(seats.sold)}
      </Figure>
      <Figure name="Students">{count(students)}</Figure>
      <Figure name="Instructors">{count(instructors)}</Figure>
      <Figure name="Pending classes" note={classes.Pending > 0 ? <Waiting /> : "none waits for you"}>
        {count(classes.Pending)}
      </Figure>
      <Figure name="Approved classes">{count(classes.Approved)}</Figure>
      <Figure name="Denied classes">{count(classes.Denied)}</Figure>
    </dl>
  );
}

function Waiting() {
  return <Link to={`${pages.manageClasses}?status=Pending`}>Decide about them</Link>;
}

function Figure({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="figure-card">
      <dt>{name}</dt>
      <dd className="figure-value amount">{children}</dd>
      {note ? <dd className="figure-note">{note}</dd> : null}
    </div>
  );
}

const COLUMNS: readonly Column<Week>[] = [
  { heading: "Week of", cell: ({ week }) => calendarDay(week) },
  { heading: "Sales", cell: ({ sales }) => count(sales), className: "text-end" },
  { heading: "Income", cell: ({ income }) => money(income), className: "text-end" },
];

function Income({ weeks }: { weeks: Week[] }) {
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
      <DataTable caption="Income by week" columns={COLUMNS} rows={weeks} keyOf={({ week }) => week} narrow />
    </section>
  );
}

function NoChart() {
  return <p className="mb-0">The chart could not be loaded. The same figures stand in the table below.</p>;
}
