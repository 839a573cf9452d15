import { useEffect, useRef } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { PaperworkNote } from "../../accounts/children/PaperworkNote";
import { type ChildPaperwork, hasChild, usePaperwork } from "../../accounts/children/paperwork";
import { type EnrolledClass, useEnrolledClasses } from "../../classes/api";
import { WithdrawnNote } from "../../classes/card/WithdrawnNote";
import { ClassMessages } from "../../classes/messages/ClassMessages";
import { ClashNotes } from "../../classes/model/ClashNote";
import { daysText, instructorOf } from "../../classes/model/facts";
import { capitalized, childNameOf, isSameSeat, useParticipantText } from "../../classes/model/participants";
import { AddToCalendar } from "../../classes/page/AddToCalendar";
import { ClassTexts } from "../../classes/page/ClassTexts";
import { LessonList } from "../../classes/page/LessonList";
import { useRefreshSeats } from "../../shared/api/invalidation";
import { EmailLink } from "../../shared/components/EmailLink";
import { pages } from "../../shared/paths";
import { Picture } from "../../shared/pictures/Picture";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { type Payment, paymentFor, usePayments } from "../api";
import { RefundText, refundProgress } from "../history/PaymentStatus";
import { CancelEnrollment } from "./CancelEnrollment";
import { PaymentSummary } from "./PaymentSummary";

/** The page of one class, for the participant in the URL: the child in `?child=`, else the student. */
export default function MyClassPage() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const child = query.get("child");
  return <ClassOfParticipant key={`${id} ${child}`} id={id} child={child} />;
}

function ClassOfParticipant({ id, child }: { id: string; child: string | null }) {
  const classes = useEnrolledClasses();
  const payments = usePayments();
  const refreshSeats = useRefreshSeats();
  const paperwork = usePaperwork({ enabled: child !== null || hasChild(classes.data ?? []) });
  const seatRows = [...(classes.data ?? []), ...(payments.data ?? [])].filter(
    ({ classId }) => classId === id,
  );
  const seat = { classId: id, childId: child ?? participantOf(seatRows) };
  const classPayments = (payments.data ?? []).filter((payment) => isSameSeat(payment, seat));
  const enrolled = classes.data?.find((row) => isSameSeat(row, seat));
  const payment = enrolled && paymentFor(enrolled, classPayments);
  useRefreshOnMismatch(enrolled && !payment ? classPayments[0] : undefined);
  const error = classes.error ?? payments.error;
  const wasEnrolled = useRef(false);
  if (enrolled) wasEnrolled.current = true;
  if (classes.data && payments.data && !paperwork.isLoading) {
    if (enrolled) return <Enrolled enrolled={enrolled} payment={payment} paperwork={paperwork.data} />;
    const [latest] = classPayments;
    return latest ? <EnrollmentEnded payment={latest} news={wasEnrolled.current} /> : <NotEnrolled />;
  }
  return (
    <>
      <PageHeading>My Class</PageHeading>
      <LoadingRows error={error} retry={refreshSeats} />
    </>
  );
}

/** The participant to show for a URL without a child: the student, or the first child if only children have seats. */
function participantOf(seatRows: readonly { childId: string | null }[]): string | null {
  return seatRows.some(({ childId }) => childId === null) ? null : (seatRows[0]?.childId ?? null);
}

/** Refreshes both lists if the student is enrolled although the payment was refunded: one list may be outdated. */
function useRefreshOnMismatch(refunded: Payment | undefined): void {
  const refreshSeats = useRefreshSeats();
  const mismatch = refunded ? `${refunded._id} ${refunded.status}` : null;
  useEffect(() => {
    if (mismatch !== null) void refreshSeats();
  }, [mismatch, refreshSeats]);
}

interface EnrolledProps {
  enrolled: EnrolledClass;
  /** None if the school assigned the seat. */
  payment: Payment | undefined;
  paperwork: readonly ChildPaperwork[] | undefined;
}

function Enrolled({ enrolled, payment, paperwork }: EnrolledProps) {
  const participantText = useParticipantText()(enrolled);
  return (
    <article className="own-class">
      <div className="own-class-grid">
        <Picture
          src={enrolled.image}
          alt=""
          sizes="(min-width: 992px) 24rem, 90vw"
          eager
          className="own-class-picture rounded-4 no-print"
        />
        <div>
          <PageHeading>{enrolled.nameClass}</PageHeading>
          <p className="fs-5 text-body-secondary">with {instructorOf(enrolled)}</p>
          {participantText === null ? null : <p className="fw-semibold">{capitalized(participantText)}</p>}
          <PaperworkNote paperwork={paperwork} childIds={[enrolled.childId]} />
          <ClassDetails enrolled={enrolled} />
          {payment && (enrolled.endedAt === null || payment.cancellation !== null) ? (
            <CancelEnrollment payment={payment} />
          ) : null}
        </div>
        <div>
          {payment ? (
            <PaymentSummary payment={payment} />
          ) : (
            <p>
              The school has reserved this seat for {childNameOf(enrolled) ?? "you"}. There's nothing to pay.
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

function ClassDetails({ enrolled }: { enrolled: EnrolledClass }) {
  return (
    <div className="prose">
      <ClassMessages classId={enrolled.classId} />
      <WhenAndWhere enrolled={enrolled} />
      <ClassTexts campClass={enrolled} />
      {enrolled.instructorEmail ? (
        <>
          <h2>Questions?</h2>
          <p>
            Write to {instructorOf(enrolled)}: <EmailLink address={enrolled.instructorEmail} />
          </p>
        </>
      ) : null}
    </div>
  );
}

function WhenAndWhere({ enrolled }: { enrolled: EnrolledClass }) {
  const { lessons, place, endedAt, lessonsRemovedAt } = enrolled;
  const days = daysText(enrolled);
  if (days === null && !place && lessonsRemovedAt === null) return null;
  return (
    <>
      <h2>When and where</h2>
      <p className="mb-1">{[days, place].filter(Boolean).join(", ")}</p>
      {lessonsRemovedAt === null ? null : (
        <p>This class has no dates right now. We'll email you as soon as there are new ones.</p>
      )}
      <LessonList lessons={lessons} />
      <ClashNotes classId={enrolled.classId} participants={[enrolled]} />
      {endedAt === null ? null : <p>This class has ended.</p>}
      {endedAt === null && lessons.length > 0 ? (
        <div className="no-print">
          <AddToCalendar
            classId={enrolled.classId}
            campClass={enrolled}
            className="btn btn-outline-secondary my-2"
          />
          <p>
            Want all your lessons in your own calendar? Go to <Link to={pages.profile}>My Profile</Link>.
          </p>
        </div>
      ) : null}
    </>
  );
}

/** Shown after the enrollment was canceled or refunded. `news` moves the focus to the heading. */
function EnrollmentEnded({ payment, news }: { payment: Payment; news: boolean }) {
  const name = childNameOf(payment);
  return (
    <div className="prose">
      <PageHeading takesFocus={news}>{payment.nameClass}</PageHeading>
      <p className="fw-semibold">
        {name === null ? "You no longer have" : `${name} no longer has`} a seat in this class.
      </p>
      <div role="status">
        {payment.withdrawal === null ? (
          <RefundText payment={payment} />
        ) : (
          <>
            <WithdrawnNote {...payment.withdrawal} what="The school canceled this class" />
            <p className="mt-3">{refundProgress(payment)}</p>
          </>
        )}
      </div>
      <div className="d-flex flex-wrap gap-2">
        <Link className="btn btn-primary" to={pages.allClasses}>
          All Classes
        </Link>
        {payment.price > 0 ? (
          <Link className="btn btn-outline-secondary" to={pages.receipt(payment)}>
            Receipt
          </Link>
        ) : null}
        <Link className="btn btn-outline-secondary" to={pages.myPaymentHistory}>
          My Payment History
        </Link>
      </div>
    </div>
  );
}

function NotEnrolled() {
  return (
    <>
      <PageHeading>My Class</PageHeading>
      <EmptyState title="You don't have a seat in this class.">
        <p>This page is only for students in the class.</p>
        <Link className="btn btn-primary" to={pages.myEnrolledClasses}>
          My Enrolled Classes
        </Link>
      </EmptyState>
    </>
  );
}
