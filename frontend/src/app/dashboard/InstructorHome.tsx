import { useCallback, useState } from "react";
import { Link } from "react-router-dom";
import type { OwnClass } from "../../classes/api";
import { combine } from "../../shared/api/combine";
import { useUserData, useUserEmail } from "../../shared/api/resources";
import { Section } from "../../shared/components/Section";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { siteClockOf, siteDayOf } from "../../shared/siteTime";
import { OwnLesson, type SubstitutedLesson, Substitution } from "./InstructorLesson";
import { nextDayOf } from "./upcoming";

/** How many own classes are shown, each with a request for its lessons and one for its roster. */
const SHOWN = 4;

/** The next lessons of an instructor, each with its students. */
export function InstructorHome() {
  const email = useUserEmail();
  const classes = useUserData(email === null ? null : calls.myClasses(email));
  const substitutions = useUserData(calls.substitutions);
  const { error, retry } = combine(classes, substitutions);
  if (classes.data && substitutions.data)
    return <Lessons classes={classes.data} substitutions={substitutions.data} />;
  return <LoadingRows error={error} retry={retry} count={8} />;
}

interface LessonsProps {
  classes: readonly OwnClass[];
  substitutions: readonly SubstitutedLesson[];
}

/** All parts are shown at once, so that none moves the others. */
function Lessons({ classes, substitutions }: LessonsProps) {
  const next = inOrder(classes, substitutions);
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const onLoaded = useCallback((id: string) => setLoaded((ids) => [...ids, id]), []);
  const isLoading = !next.every(({ id }) => loaded.includes(id));
  return (
    <>
      {isLoading ? <RowSkeletons count={8} /> : null}
      <div hidden={isLoading}>
        <Denied classes={classes} />
        {next.length === 0 ? (
          <NoLessons />
        ) : (
          <Section title="Next lessons">
            {next.map(({ id, of }, index) => {
              const props = { id, isOpen: index === 0, onLoaded };
              return "classId" in of ? (
                <Substitution key={id} lesson={of} {...props} />
              ) : (
                <OwnLesson key={id} campClass={of} {...props} />
              );
            })}
          </Section>
        )}
        <p>
          <Link className="tap" to={pages.myClasses}>
            See all my classes
          </Link>
        </p>
      </div>
    </>
  );
}

interface Next {
  id: string;
  /** Day and time of day in the camp's time zone. */
  at: string;
  of: OwnClass | SubstitutedLesson;
}

/** The own classes that take place today or later, and the lessons of others, the next one first. */
function inOrder(classes: readonly OwnClass[], substitutions: readonly SubstitutedLesson[]): Next[] {
  const own = classes
    .filter(
      ({ status, withdrawnAt, endedAt }) => status === "Approved" && withdrawnAt === null && endedAt === null,
    )
    .flatMap((campClass) => {
      const day = nextDayOf(campClass);
      return day === null
        ? []
        : [{ id: campClass._id, at: `${day} ${campClass.earliestTime}`, of: campClass }];
    })
    .sort(byTime);
  const others = substitutions.map((lesson) => ({
    id: `lesson-${lesson._id}`,
    at: `${siteDayOf(lesson.startsAt)} ${siteClockOf(lesson.startsAt)}`,
    of: lesson,
  }));
  return [...own.slice(0, SHOWN), ...others].sort(byTime);
}

function byTime(a: Next, b: Next): number {
  return a.at.localeCompare(b.at);
}

function Denied({ classes }: { classes: readonly OwnClass[] }) {
  const { length } = classes.filter(({ status }) => status === "Denied");
  if (length === 0) return null;
  return (
    <p>
      <Link className="tap" to={`${pages.myClasses}?status=Denied`}>
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
