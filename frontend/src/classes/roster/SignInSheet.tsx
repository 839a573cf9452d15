import { formatCalendarDays } from "../../shared/dates";
import { EmptyState } from "../../shared/screens/EmptyState";
import { formatSiteDay, formatSiteTimes, siteDayOf } from "../../shared/siteTime";
import type { RosterEntry } from "../instructorApi";
import type { Lesson } from "../model/lessons";

/** As many boxes as fit beside the names on paper. */
const DAYS_ON_SHEET = 5;

/** A day with lessons. */
type LessonDay = readonly [Lesson, ...Lesson[]];

interface SignInSheetProps {
  entries: readonly RosterEntry[];
  lessons: readonly Lesson[];
}

/** Who is enrolled, with a box for each lesson day and a place to sign. One table for every five days. */
export function SignInSheet({ entries, lessons }: SignInSheetProps) {
  const enrolled = entries.filter(({ state }) => state === "enrolled");
  if (enrolled.length === 0)
    return (
      <EmptyState title="Nobody to sign in yet">
        <p className="mb-0">Students appear here as soon as they have booked a seat.</p>
      </EmptyState>
    );
  return (
    <div className="sign-in">
      {sheetsOf(lessons).map((days) => (
        <Sheet key={days[0]?.[0]._id ?? "none"} entries={enrolled} days={days} />
      ))}
    </div>
  );
}

function Sheet({ entries, days }: { entries: readonly RosterEntry[]; days: readonly LessonDay[] }) {
  const hasChildren = entries.some(({ guardianName }) => guardianName !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone
    <section className="sign-in-sheet" tabIndex={0} aria-label={sheetName(days)}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="sign-in-number">
              #
            </th>
            <th scope="col">Name</th>
            {hasChildren ? <th scope="col">Parent or guardian</th> : null}
            {days.map((day) => (
              <th scope="col" key={day[0]._id} className="sign-in-day">
                {formatSiteDay(day[0].startsAt)}
                {day.map(({ _id, startsAt, endsAt }) => (
                  <small key={_id}>{formatSiteTimes(startsAt, endsAt)}</small>
                ))}
              </th>
            ))}
            <th scope="col" className="sign-in-signature">
              Signature
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ _id, name, age, guardianName }, index) => (
            <tr key={_id}>
              <td className="amount">{index + 1}</td>
              <th scope="row">
                {name || "No name given"}
                {age === null ? null : `, ${age}`}
              </th>
              {hasChildren ? <td>{guardianName ?? "–"}</td> : null}
              {days.map((day) => (
                <td key={day[0]._id} className="sign-in-day" />
              ))}
              <td className="sign-in-signature" />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sheetName(days: readonly LessonDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return "Sign-in sheet";
  return `Sign-in sheet, ${formatCalendarDays(siteDayOf(first[0].startsAt), siteDayOf(last[0].startsAt))}`;
}

/** The lesson days of each sheet; without lessons one sheet without days. */
function sheetsOf(lessons: readonly Lesson[]): LessonDay[][] {
  const days = [...daysOf(lessons).values()];
  const count = Math.max(1, Math.ceil(days.length / DAYS_ON_SHEET));
  return Array.from({ length: count }, (_, index) =>
    days.slice(index * DAYS_ON_SHEET, (index + 1) * DAYS_ON_SHEET),
  );
}

function daysOf(lessons: readonly Lesson[]): Map<string, LessonDay> {
  const days = new Map<string, LessonDay>();
  for (const lesson of lessons) {
    const day = siteDayOf(lesson.startsAt);
    days.set(day, [...(days.get(day) ?? []), lesson] as [Lesson, ...Lesson[]]);
  }
  return days;
}
