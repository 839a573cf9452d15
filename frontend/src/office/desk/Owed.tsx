import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { withParticipant } from "../../classes/select/participants";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteMoment } from "../../shared/siteTime";
import { type OwedMoney, PaidBackDialog } from "../money/PaidBackDialog";
import { type OwedItem, useOwed } from "../officeApi";
import { Section } from "../Section";

type Kind = OwedItem["kind"];

/** The groups in their order, and what the office does about each. */
const GROUPS: readonly (readonly [kind: Kind, title: string, text: string])[] = [
  ["owed", "To pay back by hand", "Pay the money back, then record it here."],
  [
    "failed",
    "Refunds that failed",
    "The card provider refused them. Pay the money back another way, then record it.",
  ],
  ["disputed", "Disputed charges", "The bank decides. No refund can be sent meanwhile."],
  ["unassigned", "Refunds without a seat", "Refunded at the card provider for an order of several seats."],
  ["reservation", "Reservations that end soon", "Call the family, or let the seat go."],
];

const CAN_BE_PAID_BACK = new Set<Kind>(["owed", "failed"]);

/** What waits for the office: money that it owes, and reservations that end soon. */
export function Owed() {
  const { data, error, mutate } = useOwed();
  const [owed, setOwed] = useState<OwedMoney | null>(null);
  // The button that opened the dialog is gone with its row.
  const afterClosing = useAfterRendering(() => focusIfLost());
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <RowSkeletons />;
  return (
    <>
      {data.length === 0 ? <p className="mt-4">Nothing is owed, and no reservation ends soon.</p> : null}
      {GROUPS.map(([kind, title, text]) => (
        <Group
          key={kind}
          title={title}
          text={text}
          items={data.filter((item) => item.kind === kind)}
          payBack={setOwed}
        />
      ))}
      <PaidBackDialog
        owed={owed}
        close={() => {
          setOwed(null);
          afterClosing();
        }}
      />
    </>
  );
}

interface GroupProps {
  title: string;
  text: string;
  items: readonly OwedItem[];
  payBack: (owed: OwedMoney) => void;
}

function Group({ title, text, items, payBack }: GroupProps) {
  if (items.length === 0) return null;
  const action = ({ paymentId, kind, amount, family }: OwedItem) =>
    paymentId !== null && CAN_BE_PAID_BACK.has(kind) ? (
      <Button
        size="sm"
        variant="outline-secondary"
        onClick={() => payBack({ paymentId, amount, name: family.name })}
      >
        Paid back<span className="visually-hidden"> {family.name}</span>
      </Button>
    ) : null;
  return (
    <Section title={title}>
      <p>{text}</p>
      <DataTable
        caption={title}
        columns={[...COLUMNS, { heading: "Record", cell: action, className: "col-actions" }]}
        rows={items}
        keyOf={({ _id }) => _id}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<OwedItem>[] = [
  {
    heading: "Family",
    cell: ({ family }) => <Link to={pages.family(family._id)}>{family.name}</Link>,
  },
  {
    heading: "Class",
    cell: ({ nameClass, participant, detail }) => (
      <>
        {withParticipant(nameClass, `for ${participant}`)}
        {detail ? <span className="d-block small">{detail}</span> : null}
      </>
    ),
  },
  { heading: "Amount", cell: ({ amount }) => formatMoney(amount), className: "amount" },
  {
    heading: "When",
    cell: ({ kind, since }) => `${kind === "reservation" ? "Until" : "Since"} ${formatSiteMoment(since)}`,
  },
];
