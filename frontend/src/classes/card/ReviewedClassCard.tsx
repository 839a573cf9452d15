import type { ReactNode } from "react";
import { EmailLink } from "../../shared/components/EmailLink";
import { pages } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { openSeats } from "../model/facts";
import { ClassCard } from "./ClassCard";
import { StatusBadge } from "./StatusBadge";
import { WithdrawnNote } from "./WithdrawnNote";

interface ReviewedClassCardProps {
  campClass: ReviewedClass;
  /** The page that the name and the picture link to; by default the class's own for staff. */
  to?: string;
  /** A note about the review, below the details. A withdrawn class shows when and why it was withdrawn instead. */
  note?: ReactNode;
  /** The main button or link. */
  action: ReactNode;
  /** Further buttons and links. */
  more?: ReactNode;
  /** The sales of the class; for its instructor. */
  sales?: ReactNode;
}

/** A class as shown to its instructor and to admins. */
export function ReviewedClassCard({
  campClass,
  to = pages.staffClass(campClass._id),
  note,
  action,
  more,
  sales,
}: ReviewedClassCardProps) {
  return (
    <ClassCard
      campClass={campClass}
      to={to}
      price={campClass.price}
      action={action}
      more={more}
      badge={<StatusBadge campClass={campClass} />}
    >
      {sales}
      <dl className="facts">
        <dt>Email</dt>
        <dd>
          <EmailLink address={campClass.instructorEmail} />
        </dd>
        <dt>Available seats</dt>
        <dd className="amount">{openSeats(campClass)}</dd>
        <dt>Enrolled</dt>
        <dd className="amount">{campClass.enroll}</dd>
        <Waitlist campClass={campClass} />
      </dl>
      {campClass.endedAt ? <p className="mb-2">This class has ended.</p> : null}
      {campClass.lessonsRemovedAt && !campClass.withdrawnAt ? (
        <p className="mb-2">
          This class has no dates right now, so nobody can book it. It needs new lessons.
        </p>
      ) : null}
      {campClass.withdrawnAt ? (
        <WithdrawnNote withdrawnAt={campClass.withdrawnAt} reason={campClass.feedback ?? ""} />
      ) : (
        note
      )}
    </ClassCard>
  );
}

/** How many wait for a seat, and how many seats are offered to them. Renders nothing if there are none. */
function Waitlist({ campClass: { waiting, offered } }: { campClass: ReviewedClass }) {
  if (waiting === 0 && offered === 0) return null;
  return (
    <>
      <dt>Waitlist</dt>
      <dd className="amount">
        {waiting} waiting{offered > 0 ? `, ${offered} offered` : ""}
      </dd>
    </>
  );
}
