import { formatSiteDay, formatSiteTimes } from "../../shared/siteTime";
import { UNREADABLE } from "../healthTexts";
import type { Participant } from "./ParticipantCare";

/** A participant, as far as the sheet needs it. */
export type SheetRow = Pick<Participant, "enrollmentId" | "name" | "age" | "guardianName"> &
  Partial<Pick<Participant, "guardianPhone" | "contacts" | "readable">> & {
    /** Null: not known. */
    allergies?: string | null;
  };

interface SignInSheetProps {
  /** The heading, unless the page has it. */
  nameClass?: string;
  lesson: { startsAt: string; endsAt: string; place: string };
  rows: readonly SheetRow[];
}

/** The participants of one lesson on paper: allergies, a phone number, the people who may collect them, and places to sign. */
export function SignInSheet({ nameClass, lesson: { startsAt, endsAt, place }, rows }: SignInSheetProps) {
  const hasChildren = rows.some(({ guardianName }) => guardianName !== null);
  return (
    <section className="print-sheet">
      {nameClass ? <h2>{nameClass}</h2> : null}
      <p>
        {formatSiteDay(startsAt)}, {formatSiteTimes(startsAt, endsAt)}
        {place ? `, ${place}` : null}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {hasChildren ? <th scope="col">Parent or guardian</th> : null}
            {hasChildren ? <th scope="col">Also collected by</th> : null}
            <th scope="col" className="sheet-box">
              In
            </th>
            <th scope="col" className="sheet-box">
              Out
            </th>
            <th scope="col" className="sheet-box sheet-signature">
              Signature
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.enrollmentId}>
              <th scope="row">
                {row.name || "No name given"}
                {row.age === null ? null : `, ${row.age}`}
                <Allergies row={row} />
              </th>
              {hasChildren ? <Guardian row={row} /> : null}
              {hasChildren ? <Collectors row={row} /> : null}
              <td className="sheet-box" />
              <td className="sheet-box" />
              <td className="sheet-box" />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Says also if there are none: an empty line would not tell that from a care sheet that is missing. */
function Allergies({ row: { guardianName, allergies, readable } }: { row: SheetRow }) {
  if (guardianName === null || allergies === undefined) return null;
  const told = (allergies ?? "Not known") || "None";
  const text = readable ? `Allergies: ${told}` : UNREADABLE;
  return <span className={`sheet-allergies ${told === "None" ? "" : "fw-bold"}`}>{text}</span>;
}

/** The guardian with a phone number: their own, else that of an emergency contact. */
function Guardian({ row: { guardianName, guardianPhone, contacts = [] } }: { row: SheetRow }) {
  const other = contacts.find(({ emergency, barred }) => emergency && !barred);
  const phone = guardianPhone || other?.phone;
  return (
    <td>
      {guardianName}
      {phone && !guardianPhone ? `; emergency: ${other?.name}` : null}
      {phone ? (
        <>
          , <span className="text-nowrap">{phone}</span>
        </>
      ) : null}
    </td>
  );
}

function Collectors({ row: { contacts = [] } }: { row: SheetRow }) {
  const namesOf = (which: typeof contacts) => which.map(({ name }) => name).join(", ");
  const barred = contacts.filter((contact) => contact.barred);
  return (
    <td>
      {namesOf(contacts.filter(({ mayPickUp }) => mayPickUp))}
      {barred.length > 0 ? <strong className="d-block">Not by {namesOf(barred)}!</strong> : null}
    </td>
  );
}
