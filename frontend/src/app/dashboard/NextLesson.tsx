import { Link } from "react-router-dom";
import type { EnrolledClass } from "../../classes/api";
import { instructorOf } from "../../classes/model/facts";
import { lessonTextWithZone } from "../../classes/model/lessons";
import { namesOf } from "../../classes/model/participants";
import { Section } from "../../shared/components/Section";
import { pages } from "../../shared/paths";
import { Picture } from "../../shared/pictures/Picture";
import { dayDistance, type Upcoming } from "./upcoming";

type FamilyLesson = Upcoming<EnrolledClass>;

/** How many classes follow below the large one. */
const MORE = 3;

/** The next lesson of the family in detail, then the next lesson of each other class. */
export function NextLessons({ lessons }: { lessons: readonly FamilyLesson[] }) {
  const [next] = lessons;
  if (!next) return null;
  const classes = [...new Set(lessons.map(({ campClass }) => campClass.classId))];
  const [first = [], ...others] = classes.map((id) => nextOf(id, lessons));
  return (
    <>
      <NextLesson lessons={first} />
      {others.length === 0 ? null : (
        <Section title="Also coming up">
          <ul className="home-list list-unstyled">
            {others.slice(0, MORE).map((each) => (
              <LaterLesson key={each[0]?.lesson._id} lessons={each} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** The next lesson of a class, once for each participant. */
function nextOf(classId: string, lessons: readonly FamilyLesson[]): FamilyLesson[] {
  const ofClass = lessons.filter(({ campClass }) => campClass.classId === classId);
  return ofClass.filter(({ lesson }) => lesson._id === ofClass[0]?.lesson._id);
}

/** @param lessons the same lesson, once for each participant */
function NextLesson({ lessons }: { lessons: readonly FamilyLesson[] }) {
  const [next] = lessons;
  if (!next) return null;
  const { campClass, lesson } = next;
  const place = lesson.place ? null : campClass.place;
  const facts = [
    ["When", lessonTextWithZone(lesson)],
    ["Who", whoText(lessons)],
    ["Where", place],
    ["Bring", campClass.bring],
    ["With", instructorOf(campClass)],
  ] as const;
  return (
    <section
      className="next-lesson d-flex flex-wrap align-items-center gap-4 p-3 p-md-4 bg-body-tertiary border rounded-3"
      aria-labelledby="next-lesson"
    >
      <Picture src={campClass.image} alt="" sizes="(min-width: 992px) 24rem, 90vw" eager />
      <div className="next-lesson-text">
        <h2 id="next-lesson">
          <span className="next-lesson-day d-block mb-1 fs-6 fw-semibold text-body-secondary">
            Next lesson, {dayDistance(lesson.startsAt)}
          </span>{" "}
          {campClass.nameClass}
        </h2>
        <dl>
          {facts.map(([name, text]) =>
            text ? (
              <div key={name} className="home-fact">
                <dt>{name}</dt>
                <dd className="mb-0">{text}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <Link className="btn btn-primary" to={pages.myEnrolledClass(campClass)}>
          See the class
        </Link>
      </div>
    </section>
  );
}

function LaterLesson({ lessons }: { lessons: readonly FamilyLesson[] }) {
  const [next] = lessons;
  if (!next) return null;
  return (
    <li>
      <Link className="fw-semibold" to={pages.myEnrolledClass(next.campClass)}>
        {next.campClass.nameClass}
      </Link>
      <span>{whoText(lessons)}</span>
      <span className="text-body-secondary">{lessonTextWithZone(next.lesson)}</span>
    </li>
  );
}

/** `Mia and you`. */
function whoText(lessons: readonly FamilyLesson[]): string {
  const names = namesOf(lessons.map(({ campClass }) => campClass));
  return names.charAt(0).toUpperCase() + names.slice(1);
}
