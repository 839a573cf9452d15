import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import type { OwnClass } from "../../classes/api";
import type { RosterEntry } from "../../classes/instructorApi";
import { countOf } from "../../classes/model/facts";
import { type Lesson, lessonTextWithZone } from "../../classes/model/lessons";
import { combine } from "../../shared/api/combine";
import { useUserData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { config } from "../../shared/config";
import { calls, pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { dayDistance, upcomingLessons } from "./upcoming";

export type SubstitutedLesson = Row<"/substitutions">;

interface Shown {
  id: string;
  /** Whether the roster is unfolded. */
  isOpen: boolean;
  onLoaded: (id: string) => void;
}

/** The next lesson of an own class. */
export function OwnLesson({
  campClass: { _id, nameClass, place },
  ...shown
}: Shown & { campClass: OwnClass }) {
  const details = useUserData(calls.myClass(_id));
  const roster = useUserData(calls.roster(_id));
  const lesson = upcomingLessons(details.data ? [details.data] : [])[0]?.lesson;
  return (
    <NextLesson
      {...shown}
      {...combine(details, roster)}
      classId={_id}
      nameClass={nameClass}
      lesson={lesson}
      roster={roster.data}
    >
      {lesson?.place ? null : <p className="mb-1">{place}</p>}
    </NextLesson>
  );
}

/** A lesson that the instructor substitutes. The server shows its students on its day only. */
export function Substitution({ lesson, ...shown }: Shown & { lesson: SubstitutedLesson }) {
  const { classId, nameClass, instructorName } = lesson;
  const isToday = dayDistance(lesson.startsAt) === "today";
  const roster = useUserData(isToday ? calls.roster(classId) : null);
  return (
    <NextLesson
      {...shown}
      {...combine(...(isToday ? [roster] : []))}
      classId={classId}
      nameClass={nameClass}
      lesson={lesson}
      hidesStudents={!isToday}
      roster={roster.data}
    >
      <p className="mb-1 fw-semibold">You're substituting for {instructorName}</p>
      {isToday ? null : <p className="mb-1">You'll see the students here on the day.</p>}
    </NextLesson>
  );
}

interface NextLessonProps extends Shown, ReturnType<typeof combine> {
  classId: string;
  nameClass: string;
  lesson: Lesson | undefined;
  /** Links to the class as families see it, instead of its students. */
  hidesStudents?: boolean;
  roster: readonly RosterEntry[] | undefined;
  children: ReactNode;
}

function NextLesson({ id, onLoaded, isLoading, ...props }: NextLessonProps) {
  const { nameClass, lesson, roster, isOpen, error, retry, children } = props;
  useEffect(() => {
    if (!isLoading) onLoaded(id);
  }, [isLoading, onLoaded, id]);
  return (
    <article className="home-class p-3 mb-3 bg-body-tertiary border rounded" aria-label={nameClass}>
      <div>
        <h3 className="fs-5">{nameClass}</h3>
        {lesson ? <When lesson={lesson} /> : null}
        {children}
        <div className="d-flex flex-wrap gap-2 mt-2">
          <Links {...props} />
        </div>
      </div>
      {roster ? <Students entries={roster} isOpen={isOpen} /> : null}
      {error ? <ErrorState error={error} retry={retry} /> : null}
    </article>
  );
}

function When({ lesson }: { lesson: Lesson }) {
  const distance = dayDistance(lesson.startsAt);
  return (
    <p className="mb-1">
      <strong>{distance.charAt(0).toUpperCase() + distance.slice(1)}</strong>, {lessonTextWithZone(lesson)}
    </p>
  );
}

type LinksProps = Pick<NextLessonProps, "classId" | "nameClass" | "lesson" | "hidesStudents" | "isOpen">;

/** The button of the lesson that is unfolded is the primary one of the page. */
function Links({ classId, nameClass, lesson, hidesStudents, isOpen }: LinksProps) {
  if (hidesStudents)
    return (
      <Link className="btn btn-outline-secondary" to={pages.class(classId)}>
        See the class<span className="visually-hidden"> {nameClass}</span>
      </Link>
    );
  return (
    <>
      {config.care && lesson && dayDistance(lesson.startsAt) === "today" ? (
        <Link className={`btn ${isOpen ? "btn-primary" : "btn-outline-primary"}`} to={pages.today}>
          Open Today<span className="visually-hidden"> for {nameClass}</span>
        </Link>
      ) : null}
      <Link className="btn btn-outline-secondary" to={pages.staffClass(classId)}>
        Roster<span className="visually-hidden"> {nameClass}</span>
      </Link>
      <Link className="btn btn-outline-secondary" to={pages.staffClass(classId, "sheet")}>
        Sign-in Sheet<span className="visually-hidden"> {nameClass}</span>
      </Link>
    </>
  );
}

/** The enrolled students, by name and age. A held seat isn't booked yet. */
function Students({ entries, isOpen }: { entries: readonly RosterEntry[]; isOpen: boolean }) {
  const enrolled = entries.filter(({ state }) => state === "enrolled");
  if (enrolled.length === 0) return <p className="mb-0">No students yet</p>;
  return (
    <details open={isOpen}>
      <summary className="tap fw-semibold">{countOf(enrolled.length, "student")}</summary>
      <ul className="home-names ps-4 mb-0">
        {enrolled.map(({ _id, name, age }) => (
          <li key={_id}>
            {name || "No name given"}
            {age === null ? "" : `, ${age}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
