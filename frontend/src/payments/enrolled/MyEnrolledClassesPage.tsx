import { Link } from "react-router-dom";
import { type EnrolledClass, useEnrolledClasses } from "../../classes/api";
import { SuggestedClasses } from "../../classes/browse/SuggestedClasses";
import { ClassCard } from "../../classes/card/ClassCard";
import { type Lesson, lessonTextWithZone } from "../../classes/model/lessons";
import { childNameOf, useParticipantText, withParticipant } from "../../classes/model/participants";
import { AddToCalendar } from "../../classes/page/AddToCalendar";
import { SeatPresence } from "../../classes/presence/SeatPresence";
import { useRefreshSeats } from "../../shared/api/invalidation";
import { CardGrid } from "../../shared/components/CardGrid";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteDate } from "../../shared/siteTime";
import { type Payment, paymentFor, usePayments } from "../api";
import { MoveTexts } from "../history/changes";
import { PaymentStatusBadge } from "../history/PaymentStatus";
import { CanceledBySchool } from "./CanceledBySchool";

/** The classes in which the current student is enrolled. */
export default function MyEnrolledClassesPage() {
  return (
    <>
      <PageHeading className="mb-3">My Enrolled Classes</PageHeading>
      <Enrolled />
    </>
  );
}

function Enrolled() {
  const classes = useEnrolledClasses();
  const payments = usePayments();
  const refreshSeats = useRefreshSeats();
  const error = classes.error ?? payments.error;
  if (error && !(classes.data && payments.data)) return <ErrorState error={error} retry={refreshSeats} />;
  if (!classes.data || !payments.data) return <CardSkeletons count={3} layout="dashboard" />;
  return (
    <>
      <CanceledBySchool payments={payments.data} />
      {classes.data.length === 0 ? (
        <NotEnrolled />
      ) : (
        <EnrolledGroups classes={classes.data} payments={payments.data} />
      )}
    </>
  );
}

interface EnrolledListProps {
  classes: EnrolledClass[];
  payments: Payment[];
  /** The level of the headings. */
  level?: 2 | 3;
}

/** The classes by participant; without children one list. */
function EnrolledGroups({ classes, payments }: EnrolledListProps) {
  const sorted = byNextLesson(classes);
  if (classes.every(({ childId }) => childId === null))
    return <ByTime classes={sorted} payments={payments} level={2} />;
  const participants = new Map(sorted.map((enrolled) => [enrolled.childId, childNameOf(enrolled) ?? "You"]));
  return [...participants].map(([childId, name]) => (
    <section key={childId} className="mb-5" aria-label={name}>
      <h2 className="fs-4 mb-3">{name}</h2>
      <ByTime
        classes={sorted.filter((enrolled) => enrolled.childId === childId)}
        payments={payments}
        level={3}
      />
    </section>
  ));
}

const PERIODS = { now: "Now", coming: "Coming", past: "Past" } as const;

function periodOf({ startsAt, endedAt }: EnrolledClass): keyof typeof PERIODS {
  if (endedAt !== null) return "past";
  return startsAt !== null && Date.parse(startsAt) <= Date.now() ? "now" : "coming";
}

/** The classes by period. A period has a heading unless it is the only one. */
function ByTime({ classes, payments, level }: EnrolledListProps & { level: 2 | 3 }) {
  const groups = Object.entries(PERIODS)
    .map(([period, name]) => ({ name, of: classes.filter((enrolled) => periodOf(enrolled) === period) }))
    .filter(({ of }) => of.length > 0);
  if (groups.length === 1) return <EnrolledList classes={classes} payments={payments} level={level} />;
  const Heading = `h${level}` as const;
  return groups.map(({ name, of }) => (
    <div key={name} className="mb-4">
      <Heading className="fs-5 mb-3">{name}</Heading>
      <EnrolledList classes={of} payments={payments} level={3} />
    </div>
  ));
}

function EnrolledList({ classes, payments, level }: EnrolledListProps) {
  return (
    <CardGrid
      items={classes}
      keyOf={({ enrollmentId }) => enrollmentId}
      layout="dashboard"
      card={(enrolled, index) => (
        <EnrolledClassCard
          enrolled={enrolled}
          payment={paymentFor(enrolled, payments)}
          level={level}
          eager={index < 3}
        />
      )}
    />
  );
}

interface EnrolledClassCardProps {
  enrolled: EnrolledClass;
  /** None if the school assigned the seat. */
  payment: Payment | undefined;
  level?: 2 | 3;
  eager: boolean;
}

function EnrolledClassCard({ enrolled, payment, level, eager }: EnrolledClassCardProps) {
  return (
    <ClassCard
      // Siblings in one class have cards of their own.
      campClass={{ ...enrolled, _id: enrolled.enrollmentId }}
      to={pages.myEnrolledClass(enrolled)}
      price={payment?.price ?? null}
      action={<StartLink enrolled={enrolled} />}
      more={<MoreLinks enrolled={enrolled} />}
      badge={<PaymentStatusBadge payment={payment} />}
      level={level}
      eager={eager}
    >
      <NextLesson enrolled={enrolled} />
      <SeatPresence enrolled={enrolled} />
      {payment ? <MoveTexts payment={payment} /> : null}
      <p className="mb-2 text-body-secondary">Booked on {formatSiteDate(enrolled.enrolledAt)}</p>
    </ClassCard>
  );
}

function MoreLinks({ enrolled }: { enrolled: EnrolledClass }) {
  const { classId, nameClass, endedAt, nextClassId } = enrolled;
  if (endedAt === null || nextClassId === null)
    return <AddToCalendar className="tap" classId={classId} campClass={enrolled} />;
  return (
    <Link to={pages.class(nextClassId)} aria-label={`Next season: ${nameClass}`}>
      Next season
    </Link>
  );
}

function NextLesson({ enrolled }: { enrolled: EnrolledClass }) {
  const next = nextLessonOf(enrolled);
  if (enrolled.endedAt !== null) return <p className="mb-1">This class has ended.</p>;
  if (enrolled.lessonsRemovedAt !== null) return <p className="mb-1">This class has no dates right now.</p>;
  return next ? <p className="mb-1">Next lesson: {lessonTextWithZone(next)}</p> : null;
}

function nextLessonOf({ lessons }: EnrolledClass): Lesson | undefined {
  return lessons.find(({ endsAt }) => Date.parse(endsAt) > Date.now());
}

/** The class with the next lesson first; those without lessons to come keep their order, and classes that are over are last. */
function byNextLesson(classes: readonly EnrolledClass[]): EnrolledClass[] {
  const orderOf = (enrolled: EnrolledClass) => {
    const next = nextLessonOf(enrolled);
    if (next) return Date.parse(next.startsAt);
    return enrolled.endedAt === null ? Number.MAX_SAFE_INTEGER - 1 : Number.MAX_SAFE_INTEGER;
  };
  return [...classes].sort((a, b) => orderOf(a) - orderOf(b));
}

function StartLink({ enrolled }: { enrolled: EnrolledClass }) {
  const name = withParticipant(enrolled.nameClass, useParticipantText()(enrolled));
  return (
    <Link
      className="btn btn-primary"
      to={pages.myEnrolledClass(enrolled)}
      aria-label={`Start Class: ${name}`}
    >
      Start Class
    </Link>
  );
}

function NotEnrolled() {
  return (
    <>
      <EmptyState title="You're not enrolled in a class yet.">
        <p>Classes appear here once you've paid.</p>
        <div className="d-flex flex-wrap justify-content-center gap-2">
          <Link className="btn btn-primary" to={pages.mySelectedClasses}>
            My Selected Classes
          </Link>
          <Link className="btn btn-outline-secondary" to={pages.allClasses}>
            All Classes
          </Link>
        </div>
      </EmptyState>
      <SuggestedClasses />
    </>
  );
}
