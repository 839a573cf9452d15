import { Link } from "react-router-dom";
import { REASONS } from "../../care/today/Sending";
import { useIsAdmin } from "../../classes/card/BackToClasses";
import type { RosterEntry } from "../../classes/instructorApi";
import type { Lesson } from "../../classes/model/lessons";
import { errorMessage } from "../../shared/api/errors";
import { ActionMenu } from "../../shared/components/ActionMenu";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { EmailLink } from "../../shared/components/EmailLink";
import { useToast } from "../../shared/components/Toasts";
import { pages } from "../../shared/paths";
import { formatSiteDay, formatSiteMoment } from "../../shared/siteTime";
import { type Attendance, attendanceText, correct, isRecorded, OUTCOMES } from "./attendance";

/** A student, with the attendance of one lesson. Without an entry they have canceled since. */
interface RosterRow {
  _id: string;
  name: string;
  entry?: RosterEntry;
  attendance?: Attendance;
}

/** The students on the roster, then those who have canceled since the lesson. */
export function rowsOf(roster: readonly RosterEntry[], attendance: readonly Attendance[]): RosterRow[] {
  const attendanceOf = new Map(attendance.map((each) => [each.enrollmentId, each]));
  const enrolled = roster.map((entry) => {
    const { _id, name } = entry;
    return { _id, name, entry, attendance: attendanceOf.get(_id) };
  });
  const canceled = attendance.filter(({ enrollmentId }) => roster.every(({ _id }) => _id !== enrollmentId));
  return [
    ...enrolled,
    ...canceled.map((each) => ({ _id: each.enrollmentId, name: each.name, attendance: each })),
  ];
}

interface RosterTableProps {
  rows: readonly RosterRow[];
  /** The lesson whose attendance is shown. */
  lesson: Lesson | undefined;
  /** Called after the office has corrected the attendance. Null: it can't. */
  refresh: (() => Promise<unknown>) | null;
}

/** The students of a class; on a phone each in a line. */
export function RosterTable({ rows, lesson, refresh }: RosterTableProps) {
  const isAdmin = useIsAdmin();
  const hasChildren = rows.some(({ entry }) => entry?.guardianName);
  const columns: readonly Column<RosterRow>[] = [
    { heading: "#", cell: (_row, index) => index + 1, className: "amount col-wide" },
    { heading: "Name", cell: (row) => <Name row={row} isLinked={isAdmin} />, className: "col-student" },
    ...(hasChildren ? [GUARDIAN] : []),
    ...CONTACT_COLUMNS,
    ...(lesson ? [attendanceColumn(lesson, isAdmin ? refresh : null)] : []),
  ];
  return (
    <DataTable
      caption="Students in this class"
      columns={columns}
      rows={rows}
      keyOf={({ _id }) => _id}
      onPhone="lines"
      className="roster-table"
    />
  );
}

function Name({ row: { name, entry }, isLinked }: { row: RosterRow; isLinked: boolean }) {
  const shown = name || "No name given";
  return (
    <>
      {isLinked && entry ? <Link to={pages.family(entry.userId)}>{shown}</Link> : shown}
      {entry?.age ? `, ${entry.age}` : null}{" "}
      {entry?.state === "held" ? <span className="mark">Seat held</span> : null}
      {entry ? null : <span className="mark">Canceled since</span>}
    </>
  );
}

const GUARDIAN: Column<RosterRow> = {
  heading: "Parent or guardian",
  cell: ({ entry }) => entry?.guardianName,
  className: "col-guardian",
};

const CONTACT_COLUMNS: readonly Column<RosterRow>[] = [
  {
    heading: "Email",
    cell: ({ entry }) => (entry ? <EmailLink address={entry.email} /> : null),
    className: "col-wide",
  },
  {
    heading: "Since",
    cell: ({ entry }) => (entry ? formatSiteMoment(entry.since) : null),
    className: "col-wide",
  },
];

function attendanceColumn(lesson: Lesson, refresh: RosterTableProps["refresh"]): Column<RosterRow> {
  return {
    heading: formatSiteDay(lesson.startsAt),
    cell: ({ attendance }) => {
      if (!attendance) return null;
      return refresh ? <Correction row={attendance} refresh={refresh} /> : attendanceText(attendance);
    },
    className: "col-attendance",
  };
}

/** The attendance as a menu of what else the office can record. */
function Correction({ row, refresh }: { row: Attendance; refresh: () => Promise<unknown> }) {
  const toast = useToast();
  const record = async (outcome: (typeof OUTCOMES)[number][0]) => {
    try {
      const refusal = await correct(row, outcome);
      if (refusal !== null) toast(`Not recorded, because ${REASONS[refusal] ?? refusal}.`, "error");
    } catch (error) {
      toast(errorMessage(error), "error");
    }
    await refresh();
  };
  return (
    <ActionMenu
      label={attendanceText(row)}
      name={`(attendance of ${row.name})`}
      actions={OUTCOMES.filter(([outcome]) => !isRecorded(row, outcome)).map(([outcome, label]) => ({
        label,
        run: () => void record(outcome),
      }))}
    />
  );
}
