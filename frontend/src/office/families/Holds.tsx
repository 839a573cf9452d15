import { useState } from "react";
import Button from "react-bootstrap/Button";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { pageHeading } from "../../shared/hooks/focus";
import { formatPrice } from "../../shared/money";
import { formatSiteMoment } from "../../shared/siteTime";
import { type Family, type FamilyHold, releaseReservation, useRefreshOffice } from "../api";
import { Section } from "../Section";
import { EnrollDialog } from "./enroll/EnrollDialog";
import { forName } from "./payments/texts";

const COLUMNS: readonly Column<FamilyHold>[] = [
  { heading: "Class", cell: ({ nameClass }) => nameClass },
  { heading: "For", cell: ({ childName }) => childName ?? "Account holder" },
  { heading: "Price", cell: ({ price }) => formatPrice(price), className: "amount" },
  { heading: "State", cell: stateText },
];

function stateText({ reservedUntil, offeredUntil, heldUntil }: FamilyHold): string {
  if (reservedUntil !== null) return `Reserved until ${formatSiteMoment(reservedUntil)}`;
  if (offeredUntil !== null) return `Offered from the waitlist until ${formatSiteMoment(offeredUntil)}`;
  return `Held for the checkout until ${formatSiteMoment(heldUntil)}`;
}

/** The seats that are held, offered or reserved for a family, with buttons to pay for one and to end a reservation. */
export function Holds({ family }: { family: Family }) {
  const { holds } = family;
  const [paying, setPaying] = useState<FamilyHold | null>(null);
  const [ending, setEnding] = useState<FamilyHold | null>(null);
  const refresh = useRefreshOffice();
  const actions = (hold: FamilyHold) => (
    <div className="office-actions">
      <Button size="sm" variant="outline-secondary" onClick={() => setPaying(hold)}>
        Take payment<span className="visually-hidden"> {forName(hold)}</span>
      </Button>
      {hold.reservedUntil === null ? null : (
        <Button size="sm" variant="outline-danger" onClick={() => setEnding(hold)}>
          Release<span className="visually-hidden"> {forName(hold)}</span>
        </Button>
      )}
    </div>
  );
  return (
    <Section title="Held and reserved">
      {holds.length === 0 ? (
        <p>Nothing is held or reserved.</p>
      ) : (
        <DataTable
          caption="Held and reserved seats"
          columns={[...COLUMNS, { heading: "Change", cell: actions, className: "col-actions no-print" }]}
          rows={holds}
          keyOf={({ enrollmentId }) => enrollmentId}
        />
      )}
      <EnrollDialog family={family} seat={paying} open={paying !== null} close={() => setPaying(null)} />
      <RemovalDialog
        item={ending}
        title="Release the reserved seat?"
        text={(hold) => `Somebody else can then book ${hold.nameClass}.`}
        confirm="Release"
        remove={({ enrollmentId }) => releaseReservation(enrollmentId)}
        refresh={refresh}
        removed={() => "The reserved seat is open again."}
        close={() => setEnding(null)}
        onRemoved={() => pageHeading()?.focus()}
      />
    </Section>
  );
}
