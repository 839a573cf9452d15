import { formatSiteTime } from "../../shared/siteTime";
import type { TodayLesson } from "./api";
import { ATTENTION, ATTENTIONS, type DoorSearch, needsAttention } from "./filters";

const MAX_CLASSES = 6;

interface DoorFiltersProps {
  lessons: readonly TodayLesson[];
  search: DoorSearch;
  change: (changes: Partial<DoorSearch>) => void;
  now: number;
}

/** Finds a child by name, and shows only who needs attention, or a time or a class of the day. */
export function DoorFilters({ lessons, search, change, now }: DoorFiltersProps) {
  const attentions = ATTENTIONS.map((which) => {
    const rows = lessons.flatMap((lesson) =>
      lesson.rows.filter((row) => needsAttention(which, lesson, row, now)),
    );
    return { which, count: rows.length };
  });
  const times = [...new Set(lessons.map(({ startsAt }) => startsAt))];
  const atTime = lessons.filter(({ startsAt }) => !search.time || startsAt === search.time);
  const classes = [...new Map(atTime.map(({ classId, nameClass }) => [classId, nameClass]))];
  const toggle = (name: keyof DoorSearch, value: string) =>
    change({ [name]: search[name] === value ? "" : value });
  return (
    <div className="today-filters d-grid gap-2 mb-3 no-print">
      <input
        type="search"
        aria-label="Find a child"
        className="form-control"
        placeholder="Find a child"
        autoComplete="off"
        maxLength={200}
        value={search.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div className="today-chips">
        {attentions.map(({ which, count }) =>
          count === 0 && search.only !== which ? null : (
            <Chip
              key={which}
              variant="danger"
              pressed={search.only === which}
              press={() => toggle("only", which)}
            >
              {`${ATTENTION[which]} (${count})`}
            </Chip>
          ),
        )}
        {times.length > 1
          ? times.map((time) => (
              <Chip key={time} pressed={search.time === time} press={() => toggle("time", time)}>
                {formatSiteTime(time)}
              </Chip>
            ))
          : null}
        {classes
          .filter(([classId]) => search.classId === classId || isChoice(classes))
          .map(([classId, name]) => (
            <Chip key={classId} pressed={search.classId === classId} press={() => toggle("classId", classId)}>
              {name}
            </Chip>
          ))}
      </div>
    </div>
  );
}

/** One class alone filters nothing, and the chips of many would fill a screen: a time is chosen first. */
function isChoice(classes: readonly unknown[]): boolean {
  return classes.length > 1 && classes.length <= MAX_CLASSES;
}

interface ChipProps {
  pressed: boolean;
  press: () => void;
  variant?: "secondary" | "danger";
  children: string;
}

function Chip({ pressed, press, variant = "secondary", children }: ChipProps) {
  return (
    <button
      type="button"
      className={`btn btn-${pressed ? "" : "outline-"}${variant}`}
      aria-pressed={pressed}
      onClick={press}
    >
      {children}
    </button>
  );
}
