import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import type { Row } from "../../shared/api/apiTypes";
import { useUserData } from "../../shared/api/resources";
import { calls, pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteDay, formatSiteTimes } from "../../shared/siteTime";
import type { TodayLesson } from "./todayApi";

type ParticipantCare = Row<"/classes/{id}/care">;

/** A page to print: black on white, whatever the theme is. */
function PrintPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="today-print">
      <p className="no-print">
        <Link to={pages.today}>Back to Today</Link>
      </p>
      <div className="today-head">
        <PageHeading>{title}</PageHeading>
        <Button className="no-print" onClick={() => print()}>
          Print
        </Button>
      </div>
      {children}
    </div>
  );
}

/** The participants of each lesson, with a place to sign on arrival and on leaving. */
export function SignInSheet({ lessons }: { lessons: readonly TodayLesson[] }) {
  return (
    <PrintPage title="Sign-in sheet">
      {lessons.map(({ lessonId, nameClass, startsAt, endsAt, place, rows }) => (
        <section key={lessonId} className="today-sheet">
          <h2>{nameClass}</h2>
          <p>
            {formatSiteDay(startsAt)}, {formatSiteTimes(startsAt, endsAt)}
            {place ? `, ${place}` : null}
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">May be collected by</th>
                <th scope="col">In</th>
                <th scope="col">Out</th>
                <th scope="col" className="today-signature">
                  Signature
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ enrollmentId, name, age, guardianName, contacts, barred }) => (
                <tr key={enrollmentId}>
                  <th scope="row">
                    {name}
                    {age === null ? null : `, ${age}`}
                  </th>
                  <td>
                    {[guardianName, ...contacts.filter(({ mayPickUp }) => mayPickUp).map(({ name }) => name)]
                      .filter(Boolean)
                      .join(", ")}
                    {barred.length > 0 ? (
                      <strong> Not by {barred.map(({ name }) => name).join(", ")}!</strong>
                    ) : null}
                  </td>
                  <td />
                  <td />
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </PrintPage>
  );
}

/** Whom to call, and what to know about each child. It needs a network. */
export function EmergencyFolder({ lessons }: { lessons: readonly TodayLesson[] }) {
  const classes = new Map(lessons.map((lesson) => [lesson.classId, lesson]));
  return (
    <PrintPage title="Emergency folder">
      <p>Confidential. Please shred this at the end of the day.</p>
      {[...classes.values()].map(({ classId, nameClass }) => (
        <section key={classId} className="today-sheet">
          <h2>{nameClass}</h2>
          <ClassFolder classId={classId} />
        </section>
      ))}
    </PrintPage>
  );
}

function ClassFolder({ classId }: { classId: string }) {
  const care = useUserData(calls.classCare(classId), { dedupingInterval: 0 });
  if (care.error && !care.data) return <ErrorState error={care.error} retry={() => care.mutate()} />;
  if (!care.data) return <RowSkeletons />;
  return care.data.map((each) => <ChildCare key={each.enrollmentId} care={each} />);
}

const TEXTS = {
  allergies: "Allergies",
  whatToDo: "What to do",
  medication: "Medication",
  needs: "Needs",
  diet: "Diet",
  doctor: "Doctor",
} as const;

function ChildCare({ care }: { care: ParticipantCare }) {
  const { name, age, guardianName, guardianPhone, nothingToTell, confirmedAt, contacts } = care;
  const texts = Object.entries(TEXTS).filter(([key]) => care[key as keyof typeof TEXTS]);
  return (
    <article className="today-folder">
      <h3>
        {name}
        {age === null ? null : `, ${age}`}
      </h3>
      <dl>
        {texts.map(([key, label]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{care[key as keyof typeof TEXTS]}</dd>
          </div>
        ))}
        {texts.length === 0 ? <dd>{healthNote(nothingToTell && confirmedAt !== null)}</dd> : null}
        {guardianName === null ? null : (
          <div>
            <dt>Parent or guardian</dt>
            <dd>
              {guardianName} {guardianPhone}
            </dd>
          </div>
        )}
        {contacts.map((contact) => (
          <div key={contact._id}>
            <dt>{contact.barred ? "Must not collect" : contact.emergency ? "Emergency" : "May collect"}</dt>
            <dd>{[contact.name, contact.relation, contact.phone].filter(Boolean).join(", ")}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function healthNote(isKnown: boolean): string {
  return isKnown ? "Nothing to know about their health." : "No care sheet.";
}
