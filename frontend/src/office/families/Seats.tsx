import { Link } from "react-router-dom";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { formatPrice } from "../../shared/money";
import { pages } from "../../shared/paths";
import { formatSiteMoment } from "../../shared/siteTime";
import type { FamilySeat } from "../api";
import { Section } from "../Section";
import { currentTermsText } from "./terms";

const COLUMNS: readonly Column<FamilySeat>[] = [
  {
    heading: "Class",
    cell: ({ classId, nameClass }) => <Link to={pages.class(classId)}>{nameClass}</Link>,
  },
  { heading: "For", cell: ({ childName }) => childName ?? "Account holder" },
  {
    heading: "Begins",
    cell: ({ startsAt }) => (startsAt === null ? "No dates" : formatSiteMoment(startsAt)),
  },
  {
    heading: "Price",
    cell: ({ price, priceReason }) => (
      <>
        <span className="amount">{formatPrice(price)}</span>
        {priceReason ? <span className="d-block small">{priceReason}</span> : null}
      </>
    ),
  },
  { heading: "If they cancel", cell: ({ cancellation }) => currentTermsText(cancellation) },
];

/** The seats of a family. */
export function Seats({ seats }: { seats: readonly FamilySeat[] }) {
  return (
    <Section title="Seats">
      {seats.length === 0 ? (
        <p>No seats.</p>
      ) : (
        <DataTable
          caption="Seats"
          columns={COLUMNS}
          rows={seats}
          keyOf={({ enrollmentId }) => enrollmentId}
        />
      )}
    </Section>
  );
}
