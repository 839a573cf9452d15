import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { errorMessage } from "../../shared/api/errors";
import { useUserData } from "../../shared/api/resources";
import { calls, pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { type Participant, ParticipantCare } from "../participants/ParticipantCare";
import { SignInSheet } from "../participants/SignInSheet";
import type { TodayLesson, TodayRow } from "./api";
import "../care.scss";

/** A page to print: black on white, whatever the theme is. */
function PrintPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <BackLink to={pages.today}>Today</BackLink>
      <div className="print-page care-print">
        <div className="d-flex flex-wrap justify-content-between align-items-baseline column-gap-3">
          <PageHeading>{title}</PageHeading>
          <Button onClick={() => print()}>Print</Button>
        </div>
        {children}
      </div>
    </>
  );
}

/** A sheet for each lesson of the day. */
export function SignInSheets({ lessons }: { lessons: readonly TodayLesson[] }) {
  return (
    <PrintPage title="Sign-in sheet">
      {lessons.map((lesson) => (
        <SignInSheet
          key={lesson.lessonId}
          nameClass={lesson.nameClass}
          lesson={lesson}
          rows={lesson.rows.map(knownToday)}
        />
      ))}
    </PrintPage>
  );
}

/** The contacts and the health notes of each child. */
export function EmergencyFolder({ lessons }: { lessons: readonly TodayLesson[] }) {
  const classes = new Map(lessons.map((lesson) => [lesson.classId, lesson]));
  return (
    <PrintPage title="Emergency folder">
      <p>Confidential. Please shred this at the end of the day.</p>
      {[...classes.values()].map(({ classId, nameClass, rows }) => (
        <section key={classId} className="print-sheet">
          <h2>{nameClass}</h2>
          <ClassFolder classId={classId} rows={rows} />
        </section>
      ))}
    </PrintPage>
  );
}

/** The care sheets. Without a network, only what Today knows. */
function ClassFolder({ classId, rows }: Pick<TodayLesson, "classId" | "rows">) {
  const { data, error } = useUserData(calls.classCare(classId), { dedupingInterval: 0 });
  if (!data && !error) return <RowSkeletons />;
  return (
    <>
      {data ? null : <p>These are only allergies and phone numbers. {errorMessage(error)}</p>}
      {(data ?? rows.map(knownToday)).map((each) => (
        <ParticipantCare key={each.enrollmentId} care={each} heading="h3" />
      ))}
    </>
  );
}

function knownToday(row: TodayRow): Participant {
  const { enrollmentId, name, age, readable, missing, contacts, barred } = row;
  const { guardianName = null, guardianPhone, secondGuardians } = row;
  const isChild = guardianName !== null;
  return {
    ...{ enrollmentId, name, age, readable, missing, guardianName, guardianPhone: guardianPhone ?? "" },
    ...{ whatToDo: "", medication: "", needs: "", diet: "", doctor: "" },
    allergies: isChild && readable ? (row.allergies ?? "Not known") || "None" : "",
    childId: null,
    secondGuardians,
    nothingToTell: false,
    confirmedAt: null,
    contacts: [
      ...contacts.map((each) => ({ ...each, barred: false })),
      ...barred.map((each) => ({ ...each, phone: "", emergency: false, mayPickUp: false, barred: true })),
    ],
  };
}
