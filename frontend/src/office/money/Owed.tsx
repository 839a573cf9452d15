import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, useSearchParams } from "react-router-dom";
import { withParticipant } from "../../classes/model/participants";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { focusIfLost, pageHeading } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteMoment } from "../../shared/siteTime";
import { acceptLoss, type OwedItem, useOwed, useRefreshOffice } from "../api";
import { Section } from "../Section";
import { type OwedMoney, PaidBackDialog } from "./PaidBackDialog";

interface Group {
  kind: OwedItem["kind"];
  title: string;
  /** What the office does about it. */
  text: string;
  /** Whether staff pay the money back and record it. */
  isPaidBack?: true;
}

const GROUPS: readonly Group[] = [
  {
    kind: "owed",
    title: "To pay back by hand",
    text: "Pay the money back, then record it here.",
    isPaidBack: true,
  },
  {
    kind: "failed",
    title: "Refunds that failed",
    text: "The card provider refused them. Pay the money back another way, then record it.",
    isPaidBack: true,
  },
  {
    kind: "disputed",
    title: "Disputed charges",
    text: "No refund can be sent while the bank decides. If you've lost one, keep or release the seat, then take it off this list.",
  },
  {
    kind: "unassigned",
    title: "Refunds without a seat",
    text: "Refunded at the card provider for an order of several seats.",
  },
  {
    kind: "reservation",
    title: "Reservations that end soon",
    text: "Call the family, or let the seat go.",
  },
];

/** What waits for the office: money that it owes, and reservations that end soon. */
export function Owed() {
  const { data, error, mutate } = useOwed();
  // The kinds that the dashboard leads to; all without one.
  const kinds = useSearchParams()[0].getAll("kind");
  const [owed, setOwed] = useState<OwedMoney | null>(null);
  const [lost, setLost] = useState<OwedItem | null>(null);
  // The button that opened the dialog is gone with its row.
  const afterClosing = useAfterRendering(() => focusIfLost());
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <RowSkeletons />;
  const groups = GROUPS.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return (
    <>
      {kinds.length > 0 ? <Link to={pages.money}>Show all that waits</Link> : null}
      {data.length === 0 ? <p className="mt-4">Nothing is owed, and no reservation ends soon.</p> : null}
      {groups.map((group) => (
        <GroupSection
          key={group.kind}
          group={group}
          items={data.filter(({ kind }) => kind === group.kind)}
          payBack={setOwed}
          settle={setLost}
        />
      ))}
      <PaidBackDialog
        owed={owed}
        close={() => {
          setOwed(null);
          afterClosing();
        }}
      />
      <SettledDialog lost={lost} close={() => setLost(null)} />
    </>
  );
}

interface SettledDialogProps {
  /** Null while the dialog is closed. */
  lost: OwedItem | null;
  close: () => void;
}

/** The dialog in which an admin records that a lost dispute is settled with the family. */
function SettledDialog({ lost, close }: SettledDialogProps) {
  const refresh = useRefreshOffice();
  return (
    <RemovalDialog
      item={lost}
      title="Is this dispute settled?"
      text={({ family, nameClass }) =>
        `The bank has returned the money to ${family.name}. This changes nothing about the seat in ${nameClass}.`
      }
      confirm="Mark as settled"
      remove={({ _id }) => acceptLoss(_id)}
      refresh={refresh}
      removed={({ family }) => `The dispute of ${family.name} is settled.`}
      close={close}
      onRemoved={() => pageHeading()?.focus()}
    />
  );
}

interface GroupSectionProps {
  group: Group;
  items: readonly OwedItem[];
  payBack: (owed: OwedMoney) => void;
  settle: (lost: OwedItem) => void;
}

function GroupSection({ group: { title, text, isPaidBack }, items, payBack, settle }: GroupSectionProps) {
  if (items.length === 0) return null;
  const action = (item: OwedItem) => {
    const { paymentId, amount, family, lost } = item;
    if (lost) return <RecordButton label="Settled" family={family} onClick={() => settle(item)} />;
    if (!isPaidBack || paymentId === null) return null;
    const owed = { paymentId, amount, name: family.name };
    return <RecordButton label="Paid back" family={family} onClick={() => payBack(owed)} />;
  };
  const record = { heading: "Record", cell: action, className: "col-actions" };
  const isRecorded = isPaidBack || items.some(({ lost }) => lost);
  return (
    <Section title={title}>
      <p>{text}</p>
      <DataTable
        caption={title}
        columns={isRecorded ? [...COLUMNS, record] : COLUMNS}
        rows={items}
        keyOf={({ _id }) => _id}
      />
    </Section>
  );
}

interface RecordButtonProps extends Pick<OwedItem, "family"> {
  label: string;
  onClick: () => void;
}

function RecordButton({ label, family, onClick }: RecordButtonProps) {
  return (
    <Button size="sm" variant="outline-secondary" onClick={onClick}>
      {label}
      <span className="visually-hidden"> {family.name}</span>
    </Button>
  );
}

const COLUMNS: readonly Column<OwedItem>[] = [
  {
    heading: "Family",
    cell: ({ family }) => <Link to={pages.family(family._id)}>{family.name}</Link>,
  },
  {
    heading: "Class",
    cell: ({ nameClass, participant, detail, lost }) => (
      <>
        {withParticipant(nameClass, `for ${participant}`)}
        {lost ? <span className="d-block small">Lost: the bank has returned the money</span> : null}
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
