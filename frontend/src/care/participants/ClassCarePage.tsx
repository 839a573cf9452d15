import Button from "react-bootstrap/Button";
import { useParams } from "react-router-dom";
import { combine } from "../../shared/api/combine";
import { useUserData } from "../../shared/api/resources";
import { calls, pages, path } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteMoment } from "../../shared/siteTime";
import { type Participant, ParticipantCare } from "./ParticipantCare";
import "../care.scss";

/** The health notes and the contacts of the participants of a class, on screen and for the printed emergency folder. */
export default function ClassCarePage() {
  const { id = "" } = useParams();
  const care = useUserData(path("/classes/{id}/care", id), { dedupingInterval: 0 });
  const classOf = useUserData(calls.myClass(id));
  // The name of the class can lengthen the heading, and move what is below.
  const { isLoading } = combine(care, classOf);
  const campClass = isLoading ? undefined : classOf.data;
  return (
    <div className="care-print">
      <BackLink to={pages.roster(id)}>the roster</BackLink>
      <PageHeading>Care and Contacts{campClass ? `: ${campClass.nameClass}` : ""}</PageHeading>
      {isLoading ? <RowSkeletons /> : null}
      {!isLoading && care.error && !care.data ? (
        care.error.isNotFound ? (
          <NotOpen firstLesson={campClass?.lessons[0]?.startsAt} />
        ) : (
          <ErrorState error={care.error} retry={() => care.mutate()} />
        )
      ) : null}
      {!isLoading && care.data ? <Participants rows={care.data} /> : null}
    </div>
  );
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
    <>
      <p>Confidential. Please shred a printed list after the class. We record who opens this page.</p>
      <Button variant="outline-primary" className="mb-3" onClick={() => window.print()}>
        Print
      </Button>
      {rows.map((each) => (
        <ParticipantCare key={each.enrollmentId} care={each} />
      ))}
    </>
  );
}
