import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { childNameOf } from "../classes/participants";
import { formatDateTime } from "../shared/dates";
import { EmailLink } from "../shared/EmailLink";
import { formatPrice } from "../shared/money";
import { Picture } from "../shared/Picture";
import { pages } from "../shared/paths";
import { hasSeat, type Payment } from "./api";
import { NextSelection } from "./NextSelection";
import { RefundText } from "./PaymentStatus";

interface PaymentResultProps {
  payment: Payment;
  /** Whether the user has just paid on this page. */
  justNow: boolean;
}

/** The outcome of a payment, with the next steps. */
export function PaymentResult({ payment, justNow }: PaymentResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (justNow) heading.current?.focus();
  }, [justNow]);
  const seated = hasSeat(payment);
  return (
    <section className="card outcome" aria-labelledby="outcome">
      <Picture src={payment.image} alt="" ratio="2 / 1" sizes="(min-width: 576px) 36rem, 100vw" eager />
      <div className="card-body p-md-4">
        <h2 id="outcome" ref={heading} tabIndex={-1}>
          {headingText(payment, justNow)}
        </h2>
        <Purchase payment={payment} />
        <div role="status">{seated ? <SeatText payment={payment} /> : <RefundText payment={payment} />}</div>
        {seated ? <WhatHappensNext payment={payment} /> : null}
        <Links payment={payment} />
        <NextSelection after={payment} />
        {payment.transactionId ? (
          <p className="transaction">Transaction complete with transactionId: {payment.transactionId}</p>
        ) : null}
      </div>
    </section>
  );
}

function headingText(payment: Payment, justNow: boolean): string {
  if (!hasSeat(payment)) return `No seat in ${payment.nameClass}`;
  const name = childNameOf(payment);
  if (justNow) return "Thank you!";
  return name === null ? "You're already enrolled" : `${name} is already enrolled`;
}

function Purchase({ payment }: { payment: Payment }) {
  const name = childNameOf(payment);
  return (
    <p className="outcome-purchase">
      <span>
        <strong>{payment.nameClass}</strong>
        <br />
        <span className="text-body-secondary">
          with {payment.instructorName}
          {name === null ? null : `, for ${name}`}
        </span>
      </span>
      <span className="price amount">{formatPrice(payment.price)}</span>
    </p>
  );
}

function SeatText({ payment }: { payment: Payment }) {
  const name = childNameOf(payment);
  if (payment.status === "enrolled") {
    return (
      <p>
        {name === null ? "You're" : `${name} is`} enrolled in <strong>{payment.nameClass}</strong>. We look
        forward to seeing {name ?? "you"}!
      </p>
    );
  }
  return (
    <p>
      {name === null ? "Your" : `${name}'s`} seat in <strong>{payment.nameClass}</strong> is yours. We're just
      waiting for Stripe to confirm your payment. This page will tell you as soon as that happens.
    </p>
  );
}

function WhatHappensNext({ payment }: { payment: Payment }) {
  const { instructorName, instructorEmail, cancelUntil } = payment;
  return (
    <>
      <h3 className="fs-5">What happens next</h3>
      <ul>
        <li>You'll find the class under My Enrolled Classes, with everything you need to know about it.</li>
        <li>
          Questions? Write to {instructorName}: <EmailLink address={instructorEmail} />
        </li>
        {cancelUntil !== null && Date.parse(cancelUntil) > Date.now() ? (
          <li>
            Change of plans? You can cancel{payment.price === 0 ? "" : " for a full refund"} until{" "}
            {formatDateTime(cancelUntil)}. <Link to={pages.refundTerms}>How refunds work</Link>
          </li>
        ) : null}
      </ul>
    </>
  );
}

function Links({ payment }: { payment: Payment }) {
  if (hasSeat(payment)) {
    return (
      <div className="d-flex flex-wrap gap-2">
        <Link className="btn btn-primary" to={pages.myEnrolledClass(payment)}>
          Start Class
        </Link>
        <Link className="btn btn-outline-secondary" to={pages.receipt(payment)}>
          View receipt
        </Link>
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
