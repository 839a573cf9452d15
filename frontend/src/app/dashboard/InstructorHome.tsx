import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { OwnClass } from "../../classes/api";
import { type Lesson, lessonTextWithZone } from "../../classes/page/LessonList";
import type { RosterEntry } from "../../classes/teach/instructorApi";
import { combine } from "../../shared/api/combine";
import { useUserData, useUserEmail } from "../../shared/api/resources";
import { config } from "../../shared/config";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { dayDistance, nextDayOf, upcomingLessons } from "./upcoming";

/** How many classes are shown, each with a request for its lessons and one for its roster. */
const SHOWN = 4;

/** The next lessons of an instructor, each with its students. */
export function InstructorHome() {
  const email = useUserEmail();
  const { data, error, mutate } = useUserData(email === null ? null : calls.myClasses(email));
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <RowSkeletons count={8} />;
  return <Lessons classes={data} />;
}

/** All parts are shown at once, so that none moves the others. */
function Lessons({ classes }: { classes: readonly OwnClass[] }) {
  const next = byNextDay(classes).slice(0, SHOWN);
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const onLoaded = useCallback((id: string) => setLoaded((ids) => [...ids, id]), []);
  const isLoading = !next.every(({ _id }) => loaded.includes(_id));
  return (
    <>
      {isLoading ? <RowSkeletons count={8} /> : null}
      <div hidden={isLoading}>
        <Denied classes={classes} />
        {next.length > 0 ? <NextLessons classes={next} onLoaded={onLoaded} /> : <NoLessons />}
        <p className="home-part">
          <Link to={pages.myClasses}>See all my classes</Link>
        </p>
      </div>
    </>
  );
}

/** The classes that take place today or later, the next one first. */
function byNextDay(classes: readonly OwnClass[]): OwnClass[] {
  return classes
    .filter(
      ({ status, withdrawnAt, endedAt }) => status === "Approved" && withdrawnAt === null && endedAt === null,
    )
    .flatMap((campClass) => {
      const day = nextDayOf(campClass);
      return day === null ? [] : [{ campClass, at: `${day} ${campClass.earliestTime}` }];
    })
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ campClass }) => campClass);
}

function Denied({ classes }: { classes: readonly OwnClass[] }) {
  const { length } = classes.filter(({ status }) => status === "Denied");
  if (length === 0) return null;
  return (
    <p>
      <Link to={`${pages.myClasses}?status=Denied`}>
        {length === 1 ? "1 class was denied: see why" : `${length} classes were denied: see why`}
      </Link>
    </p>
  );
}

function NoLessons() {
  return (
    <EmptyState title="No lessons coming up.">
      <p>The lessons of your approved classes appear here.</p>
      <Link className="btn btn-primary" to={pages.addClass}>
        Add a Class
      </Link>
    </EmptyState>
  );
}

interface NextLessonsProps {
  classes: readonly OwnClass[];
  onLoaded: (id: string) => void;
}

function NextLessons({ classes, onLoaded }: NextLessonsProps) {
  return (
    <section aria-labelledby="next-lessons">
      <h2 className="fs-4" id="next-lessons">
        Next lessons
      </h2>
      {classes.map((campClass, index) => (
        <NextLesson key={campClass._id} campClass={campClass} isOpen={index === 0} onLoaded={onLoaded} />
      ))}
    </section>
  );
}

function useNextLesson(classId: string) {
  const details = useUserData(calls.myClass(classId));
  const roster = useUserData(calls.roster(classId));
  return {
    ...combine(details, roster),
    lesson: upcomingLessons(details.data ? [details.data] : [])[0]?.lesson,
    roster: roster.data,
  };
}

interface NextLessonProps {
  campClass: OwnClass;
  /** Whether the roster is unfolded. */
  isOpen: boolean;
  onLoaded: (id: string) => void;
}

function NextLesson({ campClass: { _id, nameClass, place }, isOpen, onLoaded }: NextLessonProps) {
  const { isLoading, lesson, roster, error, retry } = useNextLesson(_id);
  useEffect(() => {
    if (!isLoading) onLoaded(_id);
  }, [isLoading, onLoaded, _id]);
  return (
    <article className="home-class" aria-label={nameClass}>
      <div>
        <h3 className="fs-5">{nameClass}</h3>
        {lesson ? <When lesson={lesson} /> : null}
        {lesson?.place ? null : <p className="mb-1">{place}</p>}
        <div className="d-flex flex-wrap gap-2 mt-2">
          {config.care && lesson && dayDistance(lesson.startsAt) === "today" ? (
            <Link className="btn btn-primary" to={pages.today}>
              Open Today<span className="visually-hidden"> for {nameClass}</span>
            </Link>
          ) : null}
          <Link className="btn btn-outline-secondary" to={pages.roster(_id)}>
            Roster<span className="visually-hidden"> {nameClass}</span>
          </Link>
          <Link className="btn btn-outline-secondary" to={pages.rosterTab(_id, "sheet")}>
            Sign-in Sheet<span className="visually-hidden"> {nameClass}</span>
          </Link>
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

/** The enrolled students, by name and age. A held seat isn't booked yet. */
function Students({ entries, isOpen }: { entries: readonly RosterEntry[]; isOpen: boolean }) {
  const enrolled = entries.filter(({ state }) => state === "enrolled");
  if (enrolled.length === 0) return <p className="mb-0">No students yet</p>;
  return (
    <details open={isOpen}>
      <summary className="fw-semibold">
        {enrolled.length === 1 ? "1 student" : `${enrolled.length} students`}
      </summary>
      <ul className="home-names">
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
