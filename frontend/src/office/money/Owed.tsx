import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, useSearchParams } from "react-router-dom";
import { FRESH, useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { Section } from "../../shared/components/Section";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { formatSiteMoment } from "../../shared/siteTime";
import { type OwedItem, officeCalls } from "../api";
import { type Question, QuestionDialog } from "../QuestionDialog";
import { paidBack, settledLoss } from "./questions";

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
  const { data, error, mutate } = useUserData(officeCalls.owed, FRESH);
  // The kinds that the dashboard leads to; all without one.
  const kinds = useSearchParams()[0].getAll("kind");
  const [question, setQuestion] = useState<Question | null>(null);
  if (!data) return <LoadingRows error={error} retry={mutate} />;
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
          ask={setQuestion}
        />
      ))}
      <QuestionDialog question={question} close={() => setQuestion(null)} />
    </>
  );
}

interface GroupSectionProps {
  group: Group;
  items: readonly OwedItem[];
  ask: (question: Question) => void;
}

function GroupSection({ group: { title, text, isPaidBack }, items, ask }: GroupSectionProps) {
  if (items.length === 0) return null;
  const action = (item: OwedItem) => {
    const { paymentId, amount, family, nameClass, lost } = item;
    if (paymentId === null || !(lost || isPaidBack)) return null;
    const question = lost
      ? settledLoss(paymentId, family.name, nameClass)
      : paidBack(paymentId, amount, family.name);
    return (
      <Button size="sm" variant="outline-secondary" onClick={() => ask(question)}>
        {lost ? "Settled" : "Paid back"}
        <span className="visually-hidden"> {family.name}</span>
      </Button>
    );
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

const COLUMNS: readonly Column<OwedItem>[] = [
  {
    heading: "Family",
    cell: ({ family: { _id, name, phone, email } }) => (
      <>
        <Link to={pages.family(_id)}>{name}</Link>
        {email === "" ? (
          <span className="d-block small">
            No email: {phone ? <PhoneLink number={phone} /> : "and no phone number"}
          </span>
        ) : null}
      </>
    ),
  },
  {
    heading: "Class",
    cell: ({ classId, nameClass, participant, detail, lost }) => (
      <>
        <Link to={pages.staffClass(classId)}>{nameClass}</Link> for {participant}
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
