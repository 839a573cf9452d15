import { Link } from "react-router-dom";
import { instructorOf } from "../../classes/model/facts";
import { EmailLink } from "../../shared/components/EmailLink";
import { pages } from "../../shared/paths";
import { formatSiteMoment } from "../../shared/siteTime";
import { type Payment, sumPaid } from "../api";

/** Lists the next steps after booking these seats. */
export function WhatHappensNext({ payments }: { payments: readonly Payment[] }) {
  const instructors = new Map(payments.map((payment) => [payment.instructorEmail, instructorOf(payment)]));
  return (
    <>
      <h2 className="fs-5">What happens next</h2>
      <ul>
        <li>
          {payments.length === 1
            ? "You'll find the class under My Enrolled Classes, with everything you need to know about it."
            : "You'll find the classes under My Enrolled Classes, with everything you need to know about them."}
        </li>
        {[...instructors].map(([email, name]) =>
          email === "" ? null : (
            <li key={email}>
              Questions? Write to {name}: <EmailLink address={email} />
            </li>
          ),
        )}
        <ChangeOfPlans payments={payments} />
      </ul>
    </>
  );
}

/** The deadline for canceling all of the seats for a full refund. A free seat has none. */
function ChangeOfPlans({ payments }: { payments: readonly Payment[] }) {
  if (sumPaid(payments) === 0) return <li>Change of plans? Please cancel, so that someone else can join.</li>;
  const paid = payments.filter(({ price }) => price > 0);
  const [cancelUntil] = paid.map((payment) => payment.cancelUntil ?? "").sort();
  if (!cancelUntil || Date.parse(cancelUntil) <= Date.now()) return null;
  return (
    <li>
      Change of plans? You can cancel{payments.length === 1 ? "" : " any of these seats"} for a full refund
      until {formatSiteMoment(cancelUntil)}. <Link to={pages.refundTerms}>How refunds work</Link>
    </li>
  );
}
