import type { Row } from "../../shared/api/types";
import { filledTexts, UNREADABLE } from "../healthTexts";

export type Participant = Row<"/classes/{id}/care">;

interface ParticipantCareProps {
  care: Participant;
  heading?: "h2" | "h3";
}

/** The health notes and the contacts of a participant. */
export function ParticipantCare({ care, heading: Heading = "h2" }: ParticipantCareProps) {
  const { name, age, childId, guardianName, guardianPhone, secondGuardians, contacts } = care;
  const guardian =
    guardianName === null
      ? []
      : [["Parent or guardian", `${guardianName}, ${guardianPhone || "no phone number"}`]];
  const second = secondGuardians.map(({ name, phone }) => [
    "Second guardian, to call",
    `${name}, ${phone || "no phone number"}`,
  ]);
  const people = contacts.map((contact) => [
    dutyOf(contact),
    [contact.name, contact.relation, contact.phone].filter(Boolean).join(", "),
  ]);
  return (
    <article className="sheet care-participant">
      <Heading className={Heading === "h2" ? "fs-4" : "fs-5"}>
        {name || "No name given"}
        {age === null ? null : `, ${age}`}
      </Heading>
      <dl className="care-texts mb-0">
        {[...filledTexts(care), ...guardian, ...second, ...people].map(([label, text]) => (
          <div key={`${label} ${text}`}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {care.readable ? null : (
        <p className="mb-0">
          <strong>{UNREADABLE}</strong>
        </p>
      )}
      {childId === null || !care.readable || filledTexts(care).length > 0 ? null : (
        <p className="mb-0">
          {care.confirmedAt === null ? "No care sheet yet." : "Nothing to know about their health."}
        </p>
      )}
    </article>
  );
}

function dutyOf({ barred, emergency, mayPickUp }: Participant["contacts"][number]): string {
  if (barred) return "Must not collect";
  if (emergency && mayPickUp) return "Emergency, may collect";
  return emergency ? "Emergency" : "May collect";
}
