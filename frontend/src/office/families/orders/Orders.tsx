import { type ReactNode, useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { countOf } from "../../../classes/model/facts";
import { hasSeat } from "../../../payments/api";
import { METHODS } from "../../../payments/history/methods";
import { ActionMenu } from "../../../shared/components/ActionMenu";
import { Section } from "../../../shared/components/Section";
import { formatMonthDays } from "../../../shared/dates";
import { formatMoney, sumOf } from "../../../shared/money";
import { pages } from "../../../shared/paths";
import { formatSiteMoment, siteDayOf } from "../../../shared/siteTime";
import type { Family, FamilyHold, FamilyPayment } from "../../api";
import { paidBack, settledLoss } from "../../money/questions";
import { type Question, QuestionDialog } from "../../QuestionDialog";
import { EnrollDialog } from "../enroll/EnrollDialog";
import { MoveDialog } from "./MoveDialog";
import {
  cameBack,
  canceledSeat,
  isEndedAndRefunded,
  refundedPart,
  releasedSeat,
  returnedCheck,
} from "./questions";
import { PaymentState, SeatRow } from "./SeatRow";
import { forName } from "./texts";

/** So many orders are unfolded. */
const LATEST = 6;

/** What is open while the office changes something. */
interface Opened {
  question?: Question;
  moved?: FamilyPayment;
  paid?: readonly FamilyHold[];
}

interface BlocksProps {
  family: Family;
  open: (opened: Opened) => void;
}

/** The seats of a family by order, the latest first, after those that are held or reserved. */
export function Orders({ family }: { family: Family }) {
  const [{ question = null, moved = null, paid = [] }, open] = useState<Opened>({});
  const close = () => open({});
  const held = groupsOf(family.holds, stateText);
  const orders = groupsOf(family.payments, ({ orderId }) => orderId);
  const blocks = { family, open };
  return (
    <Section title="Orders">
      {held.length + orders.length === 0 ? <p>No orders yet.</p> : null}
      {held.map((holds) => (
        <HoldBlock key={holds[0].enrollmentId} open={open} holds={holds} />
      ))}
      {orders.slice(0, LATEST).map((order) => (
        <OrderBlock key={order[0].orderId} {...blocks} order={order} />
      ))}
      {orders.length > LATEST ? (
        <details>
          <summary>{countOf(orders.length - LATEST, "earlier order")}</summary>
          {orders.slice(LATEST).map((order) => (
            <OrderBlock key={order[0].orderId} {...blocks} order={order} />
          ))}
        </details>
      ) : null}
      <QuestionDialog question={question} close={close} />
      <MoveDialog family={family} payment={moved} close={close} />
      <EnrollDialog family={family} seats={paid} open={paid.length > 0} close={close} />
    </Section>
  );
}

type Group<Row> = readonly [Row, ...Row[]];

/** The rows with the same key, in the order of their first ones. */
function groupsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Group<Row>[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}

function OrderBlock({ family, open, order }: BlocksProps & { order: Group<FamilyPayment> }) {
  const title = titleOf(order);
  const paid = order.find(({ price }) => price > 0);
  const byCheck = order.filter(
    (each) =>
      (each.method === "check" || each.method === "transfer") && !each.returned && !isEndedAndRefunded(each),
  );
  const seatOf = ({ _id }: FamilyPayment) => family.seats.find(({ paymentId }) => paymentId === _id);
  const startOf = (payment: FamilyPayment) => seatOf(payment)?.startsAt ?? "";
  const sorted = [...order].sort(
    (a, b) => startOf(a).localeCompare(startOf(b)) || a.nameClass.localeCompare(b.nameClass),
  );
  const starts = byCheck.flatMap((each) => seatOf(each)?.startsAt ?? []).sort();
  return (
    <Block
      title={title}
      beside={
        <>
          {order[0].takenBy ? <span>Taken by {order[0].takenBy}</span> : null}
          {paid ? (
            <Link className="no-print" to={pages.receipt(paid)}>
              Receipt<span className="visually-hidden"> for {title}</span>
            </Link>
          ) : null}
          {byCheck.length > 0 ? (
            <Button
              className="ms-auto no-print"
              size="sm"
              variant="outline-secondary"
              onClick={() => open({ question: returnedCheck(byCheck, starts[0] ?? null) })}
            >
              {cameBack(byCheck)}
              <span className="visually-hidden"> {title}</span>
            </Button>
          ) : null}
        </>
      }
    >
      {sorted.map((payment) => (
        <SeatRow
          key={payment._id}
          seat={payment}
          startsAt={seatOf(payment)?.startsAt ?? null}
          priceReason={seatOf(payment)?.priceReason || payment.discountText}
          state={<PaymentState payment={payment} />}
          menu={<ActionMenu name={forName(payment)} actions={actionsOf(family, payment, open)} />}
        />
      ))}
    </Block>
  );
}

/** `Check 2231, Nov 27, $149.25: 5 seats`. */
function titleOf(order: Group<FamilyPayment>): string {
  const { method, reference, date } = order.find((each) => each.method !== null) ?? order[0];
  const day = siteDayOf(date);
  const sum = sumOf(order.map(({ price }) => price));
  const facts = [
    method === null ? "Free" : [METHODS[method], reference].filter(Boolean).join(" "),
    formatMonthDays(day, day),
    ...(sum > 0 ? [formatMoney(sum)] : []),
  ];
  return `${facts.join(", ")}: ${countOf(order.length, "seat")}`;
}

function actionsOf(family: Family, payment: FamilyPayment, open: BlocksProps["open"]) {
  const { _id, left, dispute, lossFlagged, refundOwed, method, returned, nameClass } = payment;
  const ask = (question: Question) => () => open({ question });
  const { name } = family.account;
  const seated = hasSeat(payment);
  const isReturnable = (method === "check" || method === "transfer") && !returned;
  const actions = [
    seated && { label: "Cancel seat", run: ask(canceledSeat(payment)) },
    seated && { label: "Move", run: () => open({ moved: payment }) },
    seated &&
      left > 0 &&
      dispute === null && { label: "Refund part", run: ask(refundedPart(family.account._id, payment)) },
    refundOwed > 0 &&
      method !== "card" && { label: "Paid back", run: ask(paidBack(_id, refundOwed, forName(payment))) },
    isReturnable &&
      isEndedAndRefunded(payment) && {
        label: cameBack([payment]),
        run: ask(returnedCheck([payment], null)),
      },
    lossFlagged && { label: "Accept the loss", run: ask(settledLoss(_id, name, nameClass)) },
  ];
  return actions.filter((each) => each !== false);
}

function HoldBlock({ open, holds }: Pick<BlocksProps, "open"> & { holds: Group<FamilyHold> }) {
  const sum = formatMoney(sumOf(holds.map(({ price }) => price)));
  const title = `${stateText(holds[0])}, ${sum}: ${countOf(holds.length, "seat")}`;
  return (
    <Block
      title={title}
      beside={
        <Button
          className="ms-auto no-print"
          size="sm"
          variant="outline-primary"
          onClick={() => open({ paid: holds })}
        >
          Take payment<span className="visually-hidden"> {title}</span>
        </Button>
      }
    >
      {holds.map((hold) => {
        const actions = [
          holds.length > 1 && { label: "Take payment", run: () => open({ paid: [hold] }) },
          hold.reservedUntil !== null && {
            label: "Release",
            run: () => open({ question: releasedSeat(hold) }),
          },
        ];
        return (
          <SeatRow
            key={hold.enrollmentId}
            seat={hold}
            startsAt={hold.startsAt}
            priceReason={hold.priceReason}
            menu={<ActionMenu name={forName(hold)} actions={actions.filter((each) => each !== false)} />}
          />
        );
      })}
    </Block>
  );
}

interface BlockProps {
  title: string;
  beside: ReactNode;
  children: ReactNode;
}

/** The seats that are paid or held together. */
function Block({ title, beside, children }: BlockProps) {
  return (
    <Section
      className="order p-3 mb-3 bg-body-tertiary border rounded-1"
      level={3}
      title={title}
      beside={beside}
    >
      <ul className="list-unstyled mb-0">{children}</ul>
    </Section>
  );
}

function stateText({ reservedUntil, offeredUntil, heldUntil }: FamilyHold): string {
  if (reservedUntil !== null) return `Reserved until ${formatSiteMoment(reservedUntil)}`;
  if (offeredUntil !== null) return `Offered from the waitlist until ${formatSiteMoment(offeredUntil)}`;
  return `Held for the checkout until ${formatSiteMoment(heldUntil)}`;
}
