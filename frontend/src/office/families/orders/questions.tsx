/** What the office confirms about the seats and the money of a family. */
import { hasSeat } from "../../../payments/api";
import { request } from "../../../shared/api/request";
import { formatList } from "../../../shared/intl";
import { formatMoney, formatPrice, sumOf } from "../../../shared/money";
import { type FamilyHold, type FamilyPayment, officeCalls } from "../../api";
import type { Question } from "../../QuestionDialog";
import { reservationDays, reservationEnd } from "../reservation";
import { currentTermsText } from "../terms";
import { refundPart } from "./partRefunds";
import { forName, refundWay } from "./texts";

/** Asks what the family gets back for a seat that the school ends. */
export function canceledSeat(payment: FamilyPayment): Question {
  const { _id, left, cancellation } = payment;
  return {
    title: `Cancel ${forName(payment)}?`,
    text: (
      <>
        <p>Somebody else can then take the seat. This can't be undone.</p>
        {left > 0 ? <PaidAndLeft payment={payment} /> : null}
        {left > 0 ? (
          <p>
            If they canceled themselves: {currentTermsText(cancellation)}. {refundWay(payment)}
          </p>
        ) : null}
      </>
    ),
    cancel: "Keep seat",
    confirm: "Cancel seat",
    isDanger: true,
    ...(left > 0 ? { amount: { label: "Refund", first: left, most: left } } : null),
    summary: goesBack,
    asksNote: true,
    send: ({ amount: refund, note }) =>
      request(officeCalls.release(_id), { method: "POST", body: { refund, note } }),
    done: ({ amount }) =>
      `The seat is open. ${amount === 0 ? "Nothing" : formatMoney(amount)} will be refunded.`,
  };
}

/** Asks which part of a price the family gets back. */
export function refundedPart(familyId: string, payment: FamilyPayment): Question {
  return {
    title: `Refund part of ${forName(payment)}`,
    text: (
      <>
        <PaidAndLeft payment={payment} />
        <p>The seat stays. {refundWay(payment)}</p>
      </>
    ),
    confirm: "Refund",
    amount: { label: "Amount", first: null, most: payment.left },
    summary: goesBack,
    asksNote: true,
    send: ({ amount, note }) => refundPart(familyId, payment, { amount, note }),
    done: ({ amount }) => `${formatMoney(amount)} of ${forName(payment)} will be refunded.`,
  };
}

/** Whether a check that comes back has to be recorded for this payment alone: its order skips what was refunded. */
export function isEndedAndRefunded(payment: FamilyPayment): boolean {
  return !hasSeat(payment) && payment.refundedAmount > 0;
}

/** What the bank returned. */
export function cameBack(payments: readonly FamilyPayment[]): string {
  return payments[0]?.method === "transfer" ? "The transfer came back" : "The check came back";
}

/** Asks what happens with the seats for which a check has paid that came back. */
export function returnedCheck(payments: readonly FamilyPayment[], startsAt: string | null): Question {
  const seated = payments.filter(hasSeat);
  const paidBack = sumOf(payments.map(({ refundedAmount }) => refundedAmount));
  return {
    title: cameBack(payments),
    text: (
      <>
        <p>
          <strong className="amount">{formatMoney(sumOf(payments.map(({ price }) => price)))}</strong> is
          taken back out of the books, and nothing is paid out: {formatList(payments.map(forName))}.
        </p>
        {paidBack > 0 ? (
          <p>
            <span className="amount">{formatMoney(paidBack)}</span> was paid back already. Please ask the
            family for it.
          </p>
        ) : null}
      </>
    ),
    confirm: "Record",
    isDanger: true,
    ...(seated.length > 0 ? { day: reservationDays(startsAt) } : null),
    asksNote: true,
    send: ({ note, day }) => {
      const [payment] = payments;
      if (payment && isEndedAndRefunded(payment))
        return request(officeCalls.returned(payment._id), { method: "POST", body: { note } });
      const keepUntil = day === "" ? null : reservationEnd(day, startsAt);
      const order = officeCalls.orderReturned(payment?.orderId ?? "");
      return request(order, { method: "POST", body: { note, keepUntil } });
    },
    done: ({ day }) => {
      if (seated.length === 0) return "That's recorded.";
      return `That's recorded. Its seats are ${day === "" ? "open" : "reserved"}.`;
    },
  };
}

/** Asks whether to end a reservation. */
export function releasedSeat(hold: FamilyHold): Question {
  return {
    title: `Release ${forName(hold)}?`,
    text: <p>Somebody else can then take the reserved seat.</p>,
    confirm: "Release",
    isDanger: true,
    send: () => request(officeCalls.reservation(hold.enrollmentId), { method: "DELETE" }),
    done: () => "The reserved seat is open again.",
  };
}

function goesBack(amount: number): string {
  return amount === 0 ? "Nothing goes back." : `${formatMoney(amount)} goes back.`;
}

/** What was paid, what was refunded, and what is left. */
function PaidAndLeft({ payment: { price, left } }: { payment: FamilyPayment }) {
  return (
    <p>
      Paid <span className="amount">{formatPrice(price)}</span>
      {left < price ? (
        <>
          , refunded or on its way <span className="amount">{formatMoney(sumOf([price, -left]))}</span>
        </>
      ) : null}
      , left <strong className="amount">{formatMoney(left)}</strong>.
    </p>
  );
}
