import Button from "react-bootstrap/Button";
import { useOnline } from "../../shared/hooks/useOnline";
import { formatSiteMoment } from "../../shared/siteTime";
import type { BoardState, TodayBoard } from "./board";
import type { Collection } from "./CollectDialog";
import { nextButton, passFocusOn } from "./nextButton";
import type { QueuedEvent } from "./presenceQueue";

/** Whether everything has been sent, and whether this device can keep what has not. */
export function Sending({ state: { waiting, isStorageFull, error, lessons } }: { state: BoardState }) {
  const online = useOnline();
  const isStale = lessons !== null && (error !== null || !online);
  return (
    <>
      <p role="status">
        {waiting.length > 0 ? <strong>{waiting.length} not sent yet</strong> : "All sent"}
        {isStale
          ? ` · ${online ? "The site doesn't answer" : "You're offline"}. Go on as usual: this device sends it later. Changes on other devices aren't shown.`
          : null}
      </p>
      {isStorageFull ? (
        <div className="alert alert-danger" role="alert">
          This device's storage is full, or closed to this site. Please keep this page open until everything
          is sent, or write it down.
        </div>
      ) : null}
    </>
  );
}

/** Why the server has refused an event, by code. */
export const REASONS: Record<string, string> = {
  barred: "this person must not collect this child; the office knows",
  not_authorized: "this person isn't on the list anymore",
  not_enrolled: "there's no seat in this lesson",
  wrong_day: "it's about another day; please check this device's clock",
  conflicting_id: "something else was recorded under its number",
  too_many_events: "too much was recorded about them in this lesson",
};

const DEEDS = { ARRIVED: "arrived", LEFT: "left", ABSENT: "absent", UNDO: "undo" } as const;

interface RefusedEventsProps {
  state: BoardState;
  board: TodayBoard;
  collect: (collection: Collection) => void;
}

/** What the server has refused: the user says why, or discards it. */
export function RefusedEvents({ state: { refused, lessons }, board, collect }: RefusedEventsProps) {
  if (refused.length === 0) return null;
  const rowOf = ({ event }: QueuedEvent) => {
    const lesson = lessons?.find(({ lessonId }) => lessonId === event.lessonId);
    const row = lesson?.rows.find(({ enrollmentId }) => enrollmentId === event.enrollmentId);
    return lesson && row ? { lesson, row, replaces: event } : null;
  };
  return (
    <section className="alert alert-danger" aria-label="Not recorded">
      <ul className="list-unstyled mb-0">
        {refused.map((queued) => {
          const { event, name, refusal = "" } = queued;
          const isAboutCollector = refusal === "not_authorized" || refusal === "barred";
          const place = isAboutCollector ? rowOf(queued) : null;
          return (
            <li
              key={event._id}
              ref={passFocusOn}
              className="today-refused d-flex flex-wrap gap-2 align-items-center"
            >
              <span>
                <strong>{name}</strong>, {DEEDS[event.kind]}, {formatSiteMoment(event.at)}: not recorded,
                because {REASONS[refusal] ?? "the site couldn't read it"}.
              </span>
              {place ? (
                <Button
                  size="sm"
                  onClick={({ currentTarget }) => collect({ ...place, next: nextButton(currentTarget) })}
                  aria-label={`Say who collected ${name}`}
                >
                  Say who
                </Button>
              ) : null}
              <Button
                size="sm"
                variant="outline-secondary"
                onClick={() => void board.discard(event._id)}
                aria-label={`Discard: ${name}, ${DEEDS[event.kind]}`}
              >
                Discard
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
