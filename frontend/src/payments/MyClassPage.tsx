import { useEffect, useRef } from "react";
import { Link, useParams } from "react-router-dom";
import type { EnrolledClass } from "../classes/api";
import { PageHeading } from "../shared/Page";
import { Picture } from "../shared/Picture";
import { calls, pages } from "../shared/paths";
import { RowSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import { isUnderWay, type Payment, useEmail, useEnrolledClasses, usePayments, useRefreshSeats } from "./api";
import { GiveBack } from "./GiveBack";
import { paymentFor } from "./MyEnrolledClassesPage";
import { Receipt } from "./Receipt";
import { RefundText } from "./status";
import { useAskingAgain } from "./useAskingAgain";

/** A class's own page for who has a place in it. */
export default function MyClassPage() {
  const { id = "" } = useParams();
  const email = useEmail();
  const classes = useEnrolledClasses();
  const payments = usePayments();
  const refresh = useRefreshSeats();
  const own = (payments.data ?? []).filter(({ classId }) => classId === id);
  useAskingAgain(own.some(isUnderWay) && email !== null ? calls.paymentsOf(email) : null);
  const enrolled = classes.data?.find(({ classId }) => classId === id);
  const seated = paymentFor(id, own);
  useAgreeing(enrolled && !seated ? own[0] : undefined);
  const error = classes.error ?? payments.error;
  const wasHere = useRef(false);
  if (enrolled) wasHere.current = true;
  if (classes.data && payments.data) {
    if (enrolled) return <Place enrolled={enrolled} payment={seated} />;
    return own[0] ? <PlaceGone payment={own[0]} news={wasHere.current} /> : <NoPlace />;
  }
  return (
    <>
      <PageHeading>My Class</PageHeading>
      {error ? <ErrorState error={error} retry={() => refresh()} /> : <RowSkeletons />}
    </>
  );
}

/** A place next to a payment that went back: one of the two lists may be older than the other. */
function useAgreeing(refunded: Payment | undefined): void {
  const refresh = useRefreshSeats();
  const doubt = refunded ? `${refunded._id} ${refunded.status}` : null;
  useEffect(() => {
    if (doubt !== null) void refresh();
  }, [doubt, refresh]);
}

function Place({ enrolled, payment }: { enrolled: EnrolledClass; payment: Payment | undefined }) {
  return (
    <article className="own-class">
      <div>
        <PageHeading>{enrolled.nameClass}</PageHeading>
        <p className="fs-5 text-body-secondary">with {enrolled.instructorName}</p>
        <AboutTheClass enrolled={enrolled} />
        {payment ? <GiveBack payment={payment} /> : null}
      </div>
      <div>
        <Picture
          src={enrolled.image}
          alt=""
          sizes="(min-width: 992px) 50vw, 90vw"
          eager
          className="rounded-4 mb-4 no-print"
        />
        {payment ? (
          <Receipt payment={payment} />
        ) : (
          <p>The school has given you this place; there is nothing to pay.</p>
        )}
      </div>
    </article>
  );
}

function AboutTheClass({ enrolled }: { enrolled: EnrolledClass }) {
  return (
    <div className="prose no-print">
      <h2>What you will do</h2>
      <p className="description">
        {enrolled.description ||
          `${enrolled.instructorName} tells you more about this class on the first day.`}
      </p>
      <h2>Questions?</h2>
      <p>
        Write to {enrolled.instructorName}:{" "}
        <a href={`mailto:${enrolled.instructorEmail}`}>{enrolled.instructorEmail}</a>
      </p>
    </div>
  );
}

/** Given back, or refunded for another reason. */
function PlaceGone({ payment, news }: { payment: Payment; news: boolean }) {
  return (
    <div className="prose">
      <PageHeading news={news}>{payment.nameClass}</PageHeading>
      <p className="fw-semibold">You have no place in this class any longer.</p>
      <div role="status">
        <RefundText payment={payment} />
      </div>
      <div className="d-flex flex-wrap gap-2">
        <Link className="btn btn-primary" to={pages.allClasses}>
          All Classes
        </Link>
        <Link className="btn btn-outline-secondary" to={pages.myPaymentHistory}>
          My Payment History
        </Link>
      </div>
    </div>
  );
}

function NoPlace() {
  return (
    <>
      <PageHeading>My Class</PageHeading>
      <EmptyState title="You have no place in this class.">
        <p>Only who is enrolled in a class sees its own page.</p>
        <Link className="btn btn-primary" to={pages.myEnrolledClasses}>
          My Enrolled Classes
        </Link>
      </EmptyState>
    </>
  );
}
