import { withParticipant } from "../../classes/model/participants";
import type { Family } from "../api";
import { Section } from "../Section";

/** The waitlists on which the family is. Renders nothing if there are none. */
export function Waitlists({ entries }: { entries: Family["waitlist"] }) {
  const waiting = entries.filter(({ state }) => state === "WAITING");
  if (waiting.length === 0) return null;
  return (
    <Section title="Waitlists">
      <ul className="list-unstyled">
        {waiting.map(({ _id, nameClass, childName, position, of }) => (
          <li key={_id}>
            {withParticipant(nameClass, childName && `for ${childName}`)}: {position} of {of}
          </li>
        ))}
      </ul>
    </Section>
  );
}
