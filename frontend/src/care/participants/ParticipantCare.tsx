import type { Row } from "../../shared/api/types";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { filledTexts, type KnownTexts, UNREADABLE } from "../healthTexts";

export type Participant = Row<"/classes/{id}/care">;
/** A participant, as far as the door needs to know them. */
export type KnownParticipant = KnownTexts &
  Pick<
    Participant,
    | "enrollmentId"
    | "name"
    | "age"
    | "readable"
    | "nothingToTell"
    | "guardianName"
    | "guardianPhone"
    | "secondGuardians"
    | "contacts"
  >;

interface ParticipantCareProps {
  care: KnownParticipant;
  heading?: "h2" | "h3";
}

/** The health notes and the contacts of a participant. */
export function ParticipantCare({ care, heading: Heading = "h2" }: ParticipantCareProps) {
  const { name, age } = care;
  return (
    <article className="sheet care-participant">
      <Heading className={Heading === "h2" ? "fs-4" : "fs-5"}>
        {name || "No name given"}
        {age === null ? null : `, ${age}`}
      </Heading>
      <CareFacts care={care} />
    </article>
  );
}

/** The participant's care sheet, emergency contacts and barred persons. */
export function CareFacts({ care }: { care: KnownParticipant }) {
  const { readable, nothingToTell, guardianName, guardianPhone, secondGuardians, contacts } = care;
  const texts = filledTexts(care);
  return (
    <>
      {readable ? null : (
        <p>
          <strong>{UNREADABLE}</strong>
        </p>
      )}
      {guardianName === null || !readable || texts.length > 0 ? null : (
        <p>{nothingToTell ? "Nothing to know about their health." : "No care sheet yet."}</p>
      )}
      <dl className="care-texts mb-0">
        {texts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {guardianName === null ? null : (
          <Person duty="Parent or guardian" name={guardianName} phone={guardianPhone || null} />
        )}
        {secondGuardians.map(({ name, phone }) => (
          <Person key={name} duty="Second guardian, to call" name={name} phone={phone || null} />
        ))}
        {contacts.map(({ _id, name, relation, phone, ...duties }) => (
          <Person
            key={_id}
            duty={dutyOf(duties)}
            name={[name, relation].filter(Boolean).join(", ")}
            phone={phone}
            isBarred={duties.barred}
          />
        ))}
      </dl>
    </>
  );
}

interface PersonProps {
  duty: string;
  name: string;
  /** Null if its lack has to be said. */
  phone: string | null;
  isBarred?: boolean;
}

function Person({ duty, name, phone, isBarred = false }: PersonProps) {
  return (
    <div>
      <dt>{duty}</dt>
      <dd>
        {isBarred ? <strong>{name}</strong> : name}
        {phone === null ? ", no phone number" : null}
        {phone ? (
          <>
            , <PhoneLink number={phone} />
          </>
        ) : null}
      </dd>
    </div>
  );
}

function dutyOf({
  barred,
  emergency,
  mayPickUp,
}: Pick<Participant["contacts"][number], "barred" | "emergency" | "mayPickUp">): string {
  if (barred) return "Must not collect";
  if (emergency && mayPickUp) return "Emergency, may collect";
  return emergency ? "Emergency" : "May collect";
}
