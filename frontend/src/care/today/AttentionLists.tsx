import type { TodayLesson, TodayRow } from "./api";
import { presenceAfter } from "./fold";
import { rowId } from "./ParticipantRow";

interface Entry {
  lesson: TodayLesson;
  row: TodayRow;
}

/** The lists that need attention, of three; an empty one isn't shown. */
export function AttentionLists({ lessons, now }: { lessons: readonly TodayLesson[]; now: number }) {
  const entries = lessons.flatMap((lesson) => lesson.rows.map((row) => ({ lesson, row })));
  const inState = (state: TodayRow["state"]) =>
    entries.filter(({ row }) => presenceAfter(row.events).state === state);
  const has = (time: string) => Date.parse(time) <= now;
  return (
    <div className="today-lists">
      <AttentionList
        title="Expected and not here"
        entries={inState("expected").filter(({ lesson }) => has(lesson.startsAt))}
      />
      <AttentionList
        title="Still here after the end"
        entries={inState("arrived").filter(({ lesson }) => has(lesson.endsAt))}
      />
      <AttentionList
        title="Here and not registered"
        entries={inState("arrived").filter(({ row }) => !row.registered)}
      />
    </div>
  );
}

function AttentionList({ title, entries }: { title: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <section className="today-list" aria-label={title}>
      <h2 className="mb-0 fs-6 lh-base">
        {title} <span className="amount">({entries.length})</span>
      </h2>
      <ul className="list-unstyled mb-0">
        {entries.map(({ lesson, row }) => (
          <li key={rowId(lesson, row)}>
            <a href={`#${rowId(lesson, row)}`}>
              {row.name}, {lesson.nameClass}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
