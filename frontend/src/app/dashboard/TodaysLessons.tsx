import { Link } from "react-router-dom";
import type { TodayLesson } from "../../care/today/api";
import { FRESH, useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { Section } from "../../shared/components/Section";
import { calls, pages } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { formatSiteTime } from "../../shared/siteTime";

/** The lessons of the day, with how many are here of those who are expected. */
export function TodaysLessons() {
  const { data, error, mutate } = useUserData(calls.today, FRESH);
  return (
    <Section title="Today's lessons">
      {data ? null : <LoadingRows error={error} retry={mutate} count={3} />}
      {data?.length === 0 ? <p>No lessons today.</p> : null}
      {data && data.length > 0 ? (
        <>
          <DataTable
            caption="Today's lessons"
            columns={COLUMNS}
            rows={data}
            keyOf={({ lessonId }) => lessonId}
          />
          <Link className="tap" to={pages.today}>
            Open Today
          </Link>
        </>
      ) : null}
    </Section>
  );
}

/** Who has said that they don't come is not expected; who has left was here. */
function hereText({ rows }: TodayLesson): string {
  const expected = rows.filter(({ state }) => state !== "absent");
  return `${expected.filter(({ state }) => state === "arrived").length} / ${expected.length}`;
}

const COLUMNS: readonly Column<TodayLesson>[] = [
  { heading: "Time", cell: ({ startsAt }) => formatSiteTime(startsAt), className: "text-nowrap" },
  {
    heading: "Class",
    cell: ({ classId, nameClass }) => <Link to={pages.staffClass(classId)}>{nameClass}</Link>,
  },
  { heading: "Place", cell: ({ place }) => place },
  {
    heading: "Instructor",
    cell: ({ instructorName, substituteName }) =>
      substituteName ? `${substituteName}, for ${instructorName}` : instructorName,
  },
  { heading: "Here / expected", cell: hereText, className: "amount col-number" },
];
