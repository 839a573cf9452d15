import Button from "react-bootstrap/Button";
import { formatSiteTime } from "../../shared/siteTime";
import { UNREADABLE } from "../healthTexts";
import type { TodayLesson, TodayRow } from "./api";
import type { TodayBoard } from "./board";
import type { Collection } from "./CollectDialog";
import { type Presence, presenceAfter } from "./fold";
import { nextButton, passFocusOn } from "./nextButton";

interface ParticipantRowProps {
  lesson: TodayLesson;
  row: TodayRow;
  board: TodayBoard;
  collect: (collection: Collection) => void;
  /** Opens what to know about a child. */
  open: (enrollmentId: string) => void;
}

/** One participant: one tap when they arrive, two when they leave. */
export function ParticipantRow({ lesson, row, board, collect, open }: ParticipantRowProps) {
  const presence = presenceAfter(row.events);
  const record = (kind: "ARRIVED" | "LEFT" | "ABSENT") => void board.record(lesson, row, { kind });
  // An account holder who takes part leaves alone.
  const leave = (button: Element) =>
    row.guardianName === null ? record("LEFT") : collect({ lesson, row, next: nextButton(button) });
  const { eventId } = presence;
  return (
    <li ref={passFocusOn} className={`today-row is-${presence.state}`}>
      <div className="today-who">
        <Name row={row} open={open} />
        <Marks row={row} />
        <div className="w-100 small text-body-secondary">{stateText(presence)}</div>
      </div>
      <div className="today-actions d-flex flex-shrink-0 gap-2">
        {presence.state === "arrived" ? (
          <Button onClick={({ currentTarget }) => leave(currentTarget)} aria-label={`Out: ${row.name}`}>
            Out
          </Button>
        ) : (
          <Button
            variant={presence.state === "expected" ? "primary" : "outline-primary"}
            onClick={() => record("ARRIVED")}
            aria-label={`In: ${row.name}`}
          >
            In
          </Button>
        )}
        {eventId === null ? (
          <Button
            variant="outline-secondary"
            onClick={() => record("ABSENT")}
            aria-label={`Absent: ${row.name}`}
          >
            Absent
          </Button>
        ) : (
          <Button
            variant="outline-secondary"
            onClick={() => void board.record(lesson, row, { kind: "UNDO", undoes: eventId })}
            aria-label={`Undo: ${row.name}`}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  );
}

/** Opens what to know. There is nothing about an account holder, or while the user may not read it. */
function Name({ row, open }: Pick<ParticipantRowProps, "row" | "open">) {
  const name = (
    <>
      <strong>{row.name || "No name given"}</strong>
      {row.age === null ? null : `, ${row.age}`}
    </>
  );
  if (row.guardianName === null) return <span>{name}</span>;
  return (
    <button type="button" className="today-name" onClick={() => open(row.enrollmentId)}>
      {name}
    </button>
  );
}

/** What the people at the door must know, always as text. */
function Marks({ row: { allergies, readable, missing, registered, guardianName } }: { row: TodayRow }) {
  return (
    <>
      {allergies ? <span className="today-mark is-allergy">⚠ Allergies: {allergies}</span> : null}
      {readable ? null : <span className="today-mark is-allergy">⚠ {UNREADABLE}</span>}
      {allergies === null && readable && guardianName !== null ? (
        <span className="today-mark">Allergies not known</span>
      ) : null}
      {missing.length > 0 ? <span className="today-mark">Paperwork missing</span> : null}
      {registered ? null : <span className="today-mark is-allergy">Not registered</span>}
    </>
  );
}

function stateText({ state, at, with: collector }: Presence): string {
  if (state === "expected" || at === null) return "Not here yet";
  const time = formatSiteTime(at);
  if (state === "absent") return "Can't come today";
  if (state === "arrived") return `Here since ${time}`;
  return `Left at ${time}${collector ? ` with ${collector}` : ""}`;
}
