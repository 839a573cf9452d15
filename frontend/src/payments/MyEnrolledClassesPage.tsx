import { Link } from "react-router-dom";
import type { EnrolledClass } from "../classes/api";
import { dateOf } from "../shared/dates";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { CardSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import { isSeated, type Payment, useEmail, useEnrolledClasses, usePayments, useRefreshSeats } from "./api";
import { ClassTile, ClassTiles } from "./ClassTile";
import { StatusBadge } from "./status";
import { useAskingAgain } from "./useAskingAgain";

/** The classes in which a student has a place. */
export default function MyEnrolledClassesPage() {
  return (
    <>
      <PageHeading className="mb-3">My Enrolled Classes</PageHeading>
      <Enrolled />
    </>
  );
}

function Enrolled() {
  const email = useEmail();
  const classes = useEnrolledClasses();
  const payments = usePayments();
  const refresh = useRefreshSeats();
  const waiting = (payments.data ?? []).some(({ status }) => status === "enrollPending");
  useAskingAgain(waiting && email !== null ? calls.paymentsOf(email) : null);
  const error = classes.error ?? payments.error;
  if (error && !(classes.data && payments.data)) return <ErrorState error={error} retry={() => refresh()} />;
  if (!classes.data || !payments.data) return <CardSkeletons count={3} />;
  if (classes.data.length === 0) return <NotEnrolled />;
  return <EnrolledList classes={classes.data} payments={payments.data} />;
}

function EnrolledList({ classes, payments }: { classes: EnrolledClass[]; payments: Payment[] }) {
  return (
    <ClassTiles>
      {classes.map((each, place) => (
        <ClassTile key={each.classId} {...each} eager={place < 3} actions={<Start {...each} />}>
          <p className="mb-0">
            <StatusBadge status={paymentFor(each.classId, payments)?.status ?? "enrolled"} />
          </p>
          <p className="mb-0 text-body-secondary">Since {dateOf(each.enrolledAt)}</p>
        </ClassTile>
      ))}
    </ClassTiles>
  );
}

/** The payment that a place rests on; a place that the school gave has none. */
export function paymentFor(classId: string, payments: Payment[]): Payment | undefined {
  return payments.find((payment) => payment.classId === classId && isSeated(payment));
}

function Start({ classId, nameClass }: EnrolledClass) {
  return (
    <Link
      className="btn btn-primary"
      to={pages.myEnrolledClass(classId)}
      aria-label={`Start Class: ${nameClass}`}
    >
      Start Class
    </Link>
  );
}

function NotEnrolled() {
  return (
    <EmptyState title="You are not enrolled in a class yet.">
      <p>A class stands here as soon as it is paid for.</p>
      <div className="d-flex flex-wrap justify-content-center gap-2">
        <Link className="btn btn-primary" to={pages.mySelectedClasses}>
          My Selected Classes
        </Link>
        <Link className="btn btn-outline-secondary" to={pages.allClasses}>
          All Classes
        </Link>
      </div>
    </EmptyState>
  );
}
