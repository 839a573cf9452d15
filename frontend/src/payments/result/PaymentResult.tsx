import { Link } from "react-router-dom";
import { PaperworkNote } from "../../accounts/children/PaperworkNote";
import { hasChild, usePaperwork } from "../../accounts/children/paperwork";
import { childNameOf } from "../../classes/model/participants";
import { pages } from "../../shared/paths";
import { Picture } from "../../shared/pictures/Picture";
import { PageHeading, usePageTitle } from "../../shared/screens/Page";
import { hasSeat, type Payment, sumPaid } from "../api";
import { AddAllToCalendar } from "./AddAllToCalendar";
import { NextSelection } from "./NextSelection";
import { OrderOutcome } from "./OrderOutcome";
import { SeatOutcome } from "./SeatOutcome";
import { WhatHappensNext } from "./WhatHappensNext";

interface PaymentResultProps {
  /** The payments of one order. */
  payments: readonly Payment[];
  /** Whether the user has just paid on this page. */
  justNow: boolean;
}

/** The outcome of an order, with the next steps. */
export function PaymentResult({ payments, justNow }: PaymentResultProps) {
  const [first, ...others] = payments;
  const seated = payments.filter(hasSeat);
  const paperwork = usePaperwork({ enabled: hasChild(seated) });
  const isSeveral = others.length > 0;
  const title = first && !isSeveral ? seatHeading(first, justNow) : orderHeading(seated.length, justNow);
  usePageTitle(title);
  if (!first) return null;
  return (
    <section className="card outcome" aria-labelledby="outcome">
      {isSeveral ? null : (
        <Picture src={first.image} alt="" ratio="2 / 1" sizes="(min-width: 576px) 36rem, 100vw" eager />
      )}
      <div className="card-body p-md-4">
        <PageHeading id="outcome" className="h2" takesFocus={justNow}>
          {title}
        </PageHeading>
        {isSeveral ? <OrderOutcome payments={payments} /> : <SeatOutcome payment={first} />}
        {justNow && seated.length > 0 ? <ReceiptAddress payments={seated} /> : null}
        <PaperworkNote paperwork={paperwork.data} childIds={seated.map(({ childId }) => childId)} />
        <Links payments={payments} />
        {seated.length > 0 ? <WhatHappensNext payments={seated} /> : null}
        <NextSelection after={payments} />
        {first.transactionId ? (
          <p className="transaction">Transaction complete with transactionId: {first.transactionId}</p>
        ) : null}
      </div>
    </section>
  );
}

function seatHeading(payment: Payment, justNow: boolean): string {
  if (!hasSeat(payment)) return `No seat in ${payment.nameClass}`;
  const name = childNameOf(payment);
  if (justNow) return "You're booked";
  return name === null ? "You're already enrolled" : `${name} is already enrolled`;
}

function orderHeading(seats: number, justNow: boolean): string {
  if (seats === 0) return "No seats in these classes";
  return justNow ? "You're booked" : "You've already booked these classes";
}

/** The server sends the booking e-mail of an order to the account's address. */
function ReceiptAddress({ payments }: { payments: readonly Payment[] }) {
  const [first] = payments;
  return (
    <p>
      {sumPaid(payments) > 0 ? "We're emailing your receipt to" : "We're emailing the details to"}{" "}
      <strong>{first?.email}</strong>.
    </p>
  );
}

function Links({ payments }: { payments: readonly Payment[] }) {
  const seats = payments.filter(hasSeat);
  const [seat] = seats;
  const paid = seats.find(({ price }) => price > 0);
  if (seat) {
    return (
      <div className="d-flex flex-wrap gap-2">
        {payments.length === 1 ? (
          <Link className="btn btn-primary" to={pages.myEnrolledClass(seat)}>
            Start Class
          </Link>
        ) : (
          <Link className="btn btn-primary" to={pages.myEnrolledClasses}>
            My Enrolled Classes
          </Link>
        )}
        {paid ? (
          <Link className="btn btn-outline-secondary" to={pages.receipt(paid)}>
            View receipt
          </Link>
        ) : null}
        <AddAllToCalendar />
      </div>
    );
  }
  return (
    <div className="d-flex flex-wrap gap-2">
      <Link className="btn btn-primary" to={pages.allClasses}>
        See other classes
      </Link>
      <Link className="btn btn-outline-secondary" to={pages.myPaymentHistory}>
        My Payment History
      </Link>
    </div>
  );
}
