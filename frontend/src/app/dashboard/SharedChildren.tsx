import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { missingText } from "../../accounts/children/paperwork";
import { endGuardianship, type SharedChild, useSharedChildren } from "../../accounts/guardians/api";
import { MessageList } from "../../classes/messages/ClassMessages";
import { lessonTextWithZone } from "../../classes/model/lessons";
import { SeatPresence } from "../../classes/presence/SeatPresence";
import { Facts } from "../../shared/components/Facts";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { Section } from "../../shared/components/Section";
import { pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { dayDistance, upcomingLessons } from "./upcoming";

/** The children of other accounts that the user sees, without a price. Renders nothing without one. */
export function SharedChildren() {
  const { data, error, mutate } = useSharedChildren();
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  return data?.map((child) => (
    <Shared key={child.childId} child={child} refresh={async () => void (await mutate())} />
  ));
}

function Shared({ child, refresh }: { child: SharedChild; refresh: () => Promise<void> }) {
  const [isEnding, setEnding] = useState(false);
  const { childId, guardianshipId, name, care, seats, missing, messages } = child;
  return (
    <Section title={`${name}'s classes`}>
      {seats.length === 0 ? <p>No classes are booked for {name} right now.</p> : null}
      <ul className="home-list list-unstyled">
        {seats.map((seat) => (
          <li key={seat.enrollmentId} className="d-block">
            <Seat child={child} seat={seat} />
          </li>
        ))}
      </ul>
      {messages.length > 0 ? (
        <>
          <h3 className="fs-5">Messages</h3>
          <MessageList messages={messages} />
        </>
      ) : null}
      <div className="d-flex flex-wrap align-items-center gap-3">
        {care ? (
          <Link to={pages.paperwork(childId)}>
            Paperwork for {name}
            {missing.length > 0 ? `: we still need ${missingText(missing)}` : ""}
          </Link>
        ) : null}
        <Button size="sm" variant="outline-secondary" onClick={() => setEnding(true)}>
          Stop following {name}
        </Button>
      </div>
      <RemovalDialog
        item={isEnding ? child : null}
        title={`Stop following ${name}?`}
        text={() => `You won't see ${name}'s classes anymore, and get no more emails about them.`}
        confirm="Stop following"
        remove={() => endGuardianship(childId, guardianshipId)}
        refresh={refresh}
        removed={() => `You don't follow ${name}'s classes anymore.`}
        close={() => setEnding(false)}
        onRemoved={() => {}}
      />
    </Section>
  );
}

function Seat({ child, seat }: { child: SharedChild; seat: SharedChild["seats"][number] }) {
  const { classId, nameClass, instructorName, place, bring } = seat;
  const [next, ...later] = upcomingLessons([seat]);
  return (
    <>
      <Link className="fw-semibold" to={pages.class(classId)}>
        {nameClass}
      </Link>
      <br />
      <Facts
        of={[
          next
            ? `Next lesson ${dayDistance(next.lesson.startsAt)}: ${lessonTextWithZone(next.lesson)}`
            : "No dates yet",
          next?.lesson.place ? "" : place,
          bring ? `Bring: ${bring}` : "",
          `With ${instructorName}`,
        ].filter(Boolean)}
      />
      <SeatPresence enrolled={{ ...seat, childId: child.childId, childName: child.name }} />
      {later.length > 0 ? (
        <details>
          <summary>All lessons of {nameClass}</summary>
          <ul>
            {[next, ...later].map((each) => (
              <li key={each?.lesson._id}>{each ? lessonTextWithZone(each.lesson) : null}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
