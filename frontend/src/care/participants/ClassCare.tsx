import Button from "react-bootstrap/Button";
import type { ClassDetails } from "../../classes/api";
import { FRESH, useUserData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { formatSiteMoment } from "../../shared/siteTime";
import { type Participant, ParticipantCare } from "./ParticipantCare";
import "../care.scss";

/** The health notes and the contacts of the participants of a class, on screen and for the printed emergency folder. */
export function ClassCare({
  campClass: { _id, lessons },
}: {
  campClass: Pick<ClassDetails, "_id" | "lessons">;
}) {
  const { data, error, mutate } = useUserData(calls.classCare(_id), FRESH);
  if (data) return <Participants rows={data} />;
  if (error?.isNotFound) return <NotOpen firstLesson={lessons[0]?.startsAt} />;
  return <LoadingRows error={error} retry={mutate} />;
}

const READ_BEFORE_MS = 14 * 24 * 60 * 60_000;

/** The server answers 404 outside of the time in which an instructor may read. */
function NotOpen({ firstLesson }: { firstLesson: string | undefined }) {
  const opensAt = firstLesson === undefined ? null : Date.parse(firstLesson) - READ_BEFORE_MS;
  return (
    <EmptyState title="You can't see this right now">
      <p className="mb-0">
        Instructors see it from 14 days before the first lesson until one day after the last one. A substitute
        sees it on the day of the lesson.
        {opensAt !== null && opensAt > Date.now()
          ? ` For this class it opens on ${formatSiteMoment(new Date(opensAt).toISOString())}.`
          : null}
      </p>
    </EmptyState>
  );
}

function Participants({ rows }: { rows: readonly Participant[] }) {
  if (rows.length === 0) return <EmptyState title="Nobody has booked this class yet" />;
  return (
    <div className="care-print">
      <p>Confidential. Please shred a printed list after the class. We record who opens this list.</p>
      <Button variant="outline-primary" className="mb-3 no-print" onClick={() => window.print()}>
        Print
      </Button>
      {rows.map((each) => (
        <ParticipantCare key={each.enrollmentId} care={each} />
      ))}
    </div>
  );
}
