import { errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { useInvalidate, useUserData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { config } from "../../shared/config";
import { useAction } from "../../shared/hooks/useAction";
import { calls } from "../../shared/paths";
import { formatSiteDay, formatSiteTime, siteDayOf, siteToday } from "../../shared/siteTime";
import type { EnrolledClass } from "../api";
import { childNameOf } from "../model/participants";

type Attendance = Row<"/presence">;

type Seat = Pick<EnrolledClass, "enrollmentId" | "lessons" | "nameClass" | "childId" | "childName">;

/** How far back the server's list goes. */
const SHOWN_MS = 30 * 86_400_000;

/** When the participant of a seat came and left, and a button to tell the school that they can't come today. */
export function SeatPresence({ enrolled }: { enrolled: Seat }) {
  const today = siteToday();
  const isShown = ({ startsAt }: { startsAt: string }) =>
    siteDayOf(startsAt) <= today && Date.parse(startsAt) > Date.now() - SHOWN_MS;
  const isNeeded = config.care && enrolled.lessons.some(isShown);
  const { data = [] } = useUserData(isNeeded ? calls.presence : null);
  const own = data.filter(({ enrollmentId }) => enrollmentId === enrolled.enrollmentId);
  const ofToday = own.filter(({ startsAt }) => siteDayOf(startsAt) === today);
  // The latest is the first.
  const last = own.find(({ arrivedAt, startsAt }) => arrivedAt !== null && siteDayOf(startsAt) < today);
  return (
    <>
      {ofToday.map((row) => (
        <Today key={row.lessonId} row={row} child={childNameOf(enrolled)} nameClass={enrolled.nameClass} />
      ))}
      {ofToday.length === 0 && last ? (
        <p className="mb-1">
          {formatSiteDay(last.startsAt)}: {timesOf(last)}
        </p>
      ) : null}
    </>
  );
}

interface TodayProps {
  row: Attendance;
  /** Null for the account holder. */
  child: string | null;
  nameClass: string;
}

function Today({ row, child, nameClass }: TodayProps) {
  const { state, absenceId, lessonId, enrollmentId } = row;
  const isOver = Date.parse(row.endsAt) <= Date.now();
  if (state === "expected") {
    if (isOver) return null;
    const body = { lessonId, enrollmentId };
    return (
      <Tell
        text="Can't come today"
        about={`${child ?? "you"}, ${nameClass}`}
        send={() => request(calls.absences, { method: "POST", body })}
      />
    );
  }
  if (state !== "absent") return <p className="mb-1">Today: {timesOf(row)}</p>;
  if (isOver || absenceId === null) return <p className="mb-1">{ABSENT}</p>;
  return (
    <Tell
      before={ABSENT}
      text={child === null ? "I'm coming after all" : `${child} is coming after all`}
      about={nameClass}
      send={() => request(calls.absence(absenceId), { method: "DELETE" })}
    />
  );
}

const ABSENT = "Today: marked as absent";

interface TellProps {
  /** What the school knows already. */
  before?: string;
  text: string;
  about: string;
  send: () => Promise<unknown>;
}

/** A button that tells the school something about today. It keeps the focus when its text changes. */
function Tell({ before, text, about, send }: TellProps) {
  const invalidate = useInvalidate();
  const toast = useToast();
  const { run, busy } = useAction(
    async () => {
      await send();
      toast("Thank you. The school knows now.");
      await invalidate(calls.presence);
    },
    async (error) => {
      toast(errorMessage(error), "error");
      await invalidate(calls.presence);
    },
  );
  return (
    <p className="mb-1">
      {before ? `${before} ` : null}
      <BusyButton
        size="sm"
        variant="outline-secondary"
        busy={busy}
        onClick={() => void run()}
        aria-label={`${text}: ${about}`}
      >
        {text}
      </BusyButton>
    </p>
  );
}

function timesOf({ arrivedAt, leftAt, with: collector }: Attendance): string {
  const arrived = arrivedAt === null ? "" : `arrived at ${formatSiteTime(arrivedAt)}`;
  const left =
    leftAt === null ? "" : `left at ${formatSiteTime(leftAt)}${collector ? ` with ${collector}` : ""}`;
  return [arrived, left].filter(Boolean).join(", ");
}
