import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { pages } from "../../shared/paths";
import { formatSiteTimes } from "../../shared/siteTime";
import type { TodayLesson, TodayRow } from "./api";
import type { TodayBoard } from "./board";
import type { Collection } from "./CollectDialog";
import { presenceAfter } from "./fold";
import { passFocusOn } from "./nextButton";
import { ParticipantRow } from "./ParticipantRow";
import { SubstituteField } from "./SubstituteField";

interface TodayLessonSectionProps {
  lesson: TodayLesson;
  /** Those of its rows that were searched for. */
  shown: readonly TodayRow[];
  /** Whether it is unfolded, until the user folds it. */
  isOpen: boolean;
  board: TodayBoard;
  collect: (collection: Collection) => void;
  open: (enrollmentId: string) => void;
}

/** One lesson with its participants by name, folded to its counts. */
export function TodayLessonSection({ lesson, shown, isOpen, board, collect, open }: TodayLessonSectionProps) {
  const { classId, nameClass, place, startsAt, endsAt, instructorName, substituteName, rows } = lesson;
  const session = useSessionState();
  const isIn = (state: TodayRow["state"], { events }: TodayRow) => presenceAfter(events).state === state;
  const expected = rows.filter((row) => row.registered && isIn("expected", row));
  const id = `lesson-${lesson.lessonId}`;
  return (
    <section aria-labelledby={`${id} ${id}-times`}>
      <details className="today-lesson" open={isOpen}>
        <summary>
          <h2 id={id} className="d-inline mb-0 fs-5">
            {nameClass}
          </h2>
          <span className="d-block">
            <strong className="amount">
              {rows.filter((row) => isIn("arrived", row)).length} of {rows.length} here
            </strong>
            {" · "}
            <span id={`${id}-times`}>{formatSiteTimes(startsAt, endsAt)}</span>
            {place ? `, ${place}` : null}, with {substituteName ?? instructorName}
          </span>
        </summary>
        {rows.length === 0 ? <p>Nobody has booked this class.</p> : null}
        <ul className="list-unstyled mb-2 border-top">
          {shown.map((row) => (
            <ParticipantRow key={row.enrollmentId} {...{ lesson, row, board, collect, open }} />
          ))}
        </ul>
        <div className="d-flex flex-wrap align-items-center gap-3 mb-2 no-print">
          {expected.length > 1 && shown.length === rows.length ? (
            <Button
              ref={passFocusOn}
              variant="outline-primary"
              onClick={() => expected.forEach((row) => void board.record(lesson, row, { kind: "ARRIVED" }))}
              aria-label={`All here (${expected.length}): ${nameClass}`}
            >
              All here ({expected.length})
            </Button>
          ) : null}
          {session.status === "in" && session.role === "admin" ? (
            <SubstituteField lesson={lesson} refresh={() => board.refresh()} />
          ) : null}
          <Link className="tap" to={pages.staffClass(classId)} aria-label={`Class page: ${nameClass}`}>
            Class page
          </Link>
        </div>
      </details>
    </section>
  );
}
