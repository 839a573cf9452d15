import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { calls, pages } from "../shared/paths";
import { isSeated, isUnderWay, type Payment, useEmail } from "./api";
import { RefundText } from "./status";
import { useAskingAgain } from "./useAskingAgain";

interface OutcomeProps {
  payment: Payment;
  /** Paid on this very page, not before. */
  justNow: boolean;
}

/** What has become of the payment, and what comes next. */
export function Outcome({ payment, justNow }: OutcomeProps) {
  const email = useEmail();
  useAskingAgain(isUnderWay(payment) && email !== null ? calls.paymentsOf(email) : null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (justNow) heading.current?.focus();
  }, [justNow]);
  return (
    <section className="card outcome" aria-labelledby="outcome">
      <div className="card-body p-md-4">
        <h2 id="outcome" ref={heading} tabIndex={-1}>
          {headingOf(payment, justNow)}
        </h2>
        {payment.transactionId ? (
          <p className="transaction">Transaction complete with transactionId: {payment.transactionId}</p>
        ) : null}
        <div role="status">
          {isSeated(payment) ? <Seat payment={payment} /> : <RefundText payment={payment} />}
        </div>
        <Links payment={payment} />
      </div>
    </section>
  );
}

function headingOf(payment: Payment, justNow: boolean): string {
  if (!isSeated(payment)) return `No place in ${payment.nameClass}`;
  return justNow ? "Thank you!" : "This class is paid already";
}

function Seat({ payment }: { payment: Payment }) {
  if (payment.status === "enrolled") {
    return (
      <p>
        You are enrolled in <strong>{payment.nameClass}</strong>. You find everything about it on the class's
        own page.
      </p>
    );
  }
  return (
    <p>
      Your place in <strong>{payment.nameClass}</strong> is yours. The card provider's own confirmation is on
      its way; this page tells you when it has arrived.
    </p>
  );
}

function Links({ payment }: { payment: Payment }) {
  return (
    <div className="d-flex flex-wrap gap-2">
      {isSeated(payment) ? (
        <Link className="btn btn-primary" to={pages.myEnrolledClass(payment.classId)}>
          Start Class
        </Link>
      ) : (
        <Link className="btn btn-primary" to={pages.allClasses}>
          Look at other classes
        </Link>
      )}
      <Link className="btn btn-outline-secondary" to={pages.myPaymentHistory}>
        My Payment History
      </Link>
    </div>
  );
}
