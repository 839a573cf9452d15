import { Link } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { pages } from "../../shared/paths";
import { formatSiteTimes } from "../../shared/siteTime";
import type { TodayLesson } from "./api";
import type { TodayBoard } from "./board";
import type { Collection } from "./CollectDialog";
import { presenceAfter } from "./fold";
import { ParticipantRow } from "./ParticipantRow";
import { SubstituteField } from "./SubstituteField";

interface TodayLessonSectionProps {
  lesson: TodayLesson;
  board: TodayBoard;
  collect: (collection: Collection) => void;
}

/** One lesson with its participants by name. */
export function TodayLessonSection({ lesson, board, collect }: TodayLessonSectionProps) {
  const { classId, nameClass, place, startsAt, endsAt, instructorName, substituteName, rows } = lesson;
  const session = useSessionState();
  const here = rows.filter(({ events }) => presenceAfter(events).state === "arrived").length;
  const id = `lesson-${lesson.lessonId}`;
  return (
    <section className="today-lesson" aria-labelledby={id}>
      <h2 id={id} className="mb-1 fs-5">
        <Link to={pages.staffClass(classId)}>{nameClass}</Link>
      </h2>
      <p>
        {formatSiteTimes(startsAt, endsAt)}
        {place ? `, ${place}` : null}, with {substituteName ?? instructorName}.{" "}
        <strong className="amount">
          {here} of {rows.length} here
        </strong>
      </p>
      {session.status === "in" && session.role === "admin" ? (
        <SubstituteField lesson={lesson} refresh={() => board.refresh()} />
      ) : null}
      {rows.length === 0 ? <p>Nobody has booked this class.</p> : null}
      <ul className="list-unstyled mb-0 border-top">
        {rows.map((row) => (
          <ParticipantRow key={row.enrollmentId} lesson={lesson} row={row} board={board} collect={collect} />
        ))}
      </ul>
    </section>
  );
}
