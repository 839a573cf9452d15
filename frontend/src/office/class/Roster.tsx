import { Link } from "react-router-dom";
import { downloadRoster } from "../../classes/instructorApi";
import { combine } from "../../shared/api/combine";
import { downloadFile } from "../../shared/api/downloadFile";
import { FRESH, useUserData } from "../../shared/api/resources";
import { DownloadButton } from "../../shared/components/DownloadButton";
import { config } from "../../shared/config";
import { calls, pages, withQuery } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { siteDayOf, siteToday } from "../../shared/siteTime";
import { LessonChoice, useChosenLesson } from "./LessonChoice";
import type { TabProps } from "./myClass";
import { RosterTable, rowsOf } from "./RosterTable";

/** The students of a class, with who was at one of its lessons, by default the last one that has begun. */
export function Roster({ campClass }: TabProps) {
  const { _id } = campClass;
  const roster = useUserData(calls.roster(_id), FRESH);
  const attendance = useUserData(config.care ? calls.attendance(_id) : null, FRESH);
  const begun = config.care
    ? campClass.lessons.filter(({ startsAt }) => siteDayOf(startsAt) <= siteToday())
    : [];
  const lesson = useChosenLesson(begun, begun.at(-1));
  const { isLoading, error, retry } = combine(roster, ...(config.care ? [attendance] : []));
  if (isLoading || error || !roster.data)
    return <LoadingRows error={isLoading ? null : error} retry={retry} />;
  const rows = rowsOf(roster.data, attendance.data?.filter(({ lessonId }) => lessonId === lesson?._id) ?? []);
  if (rows.length === 0)
    return (
      <EmptyState title="No students yet">
        <p className="mb-0">Students appear here as soon as they book a seat.</p>
      </EmptyState>
    );
  return (
    <>
      <div className="d-flex flex-wrap gap-3 align-items-end mb-3 no-print">
        {lesson ? <LessonChoice label="Attendance of" lessons={begun} lesson={lesson} /> : null}
        <Link className="btn btn-primary" to={pages.staffClass(_id, "sheet")} replace>
          Sign-in Sheet
        </Link>
        <DownloadButton download={() => downloadRoster(_id)} failure="The roster couldn't be downloaded.">
          Download CSV
        </DownloadButton>
        {lesson ? <AttendanceDownload id={_id} /> : null}
      </div>
      <RosterTable
        rows={rows}
        lesson={lesson}
        // Today is recorded on its own page.
        refresh={lesson && siteDayOf(lesson.startsAt) < siteToday() ? () => attendance.mutate() : null}
      />
    </>
  );
}

function AttendanceDownload({ id }: { id: string }) {
  const csv = withQuery(calls.attendance(id), { format: "csv" });
  return (
    <DownloadButton
      download={() => downloadFile(csv, "text/csv", "attendance.csv")}
      failure="The attendance couldn't be downloaded."
    >
      Attendance CSV
    </DownloadButton>
  );
}
