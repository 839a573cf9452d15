import Button from "react-bootstrap/Button";
import { useSearchParams } from "react-router-dom";
import { useUserData } from "../../shared/api/resources";
import { FilterInput } from "../../shared/forms/Filters";
import { withParameters } from "../../shared/hooks/useSearchState";
import { calls, pages, withQuery } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { ParticipantCare } from "../participants/ParticipantCare";
import { SignInSheet } from "../participants/SignInSheet";
import type { TodayLesson } from "./api";
import type { BoardState } from "./board";
import { knownToday } from "./knownToday";
import "../care.scss";

const SHEETS = {
  "sign-in": { title: "Sign-in sheet", Sheet: SignInSheets },
  emergency: { title: "Emergency folder", Sheet: EmergencyFolder },
} as const;

interface PrintPageProps {
  sheet: keyof typeof SHEETS;
  /** As `2027-07-05`. */
  today: string;
  state: BoardState;
  retry: () => Promise<void>;
}

/** A page to print for today or another day: black on white, whatever the theme is. */
export function PrintPage({ sheet, today, state, retry }: PrintPageProps) {
  const [query, setQuery] = useSearchParams();
  const day = query.get("date") ?? today;
  const other = useUserData(day === today ? null : withQuery(calls.today, { date: day }));
  const lessons = day === today ? state.lessons : other.data;
  const error = day === today ? state.error : other.error;
  const { title, Sheet } = SHEETS[sheet];
  return (
    <>
      <BackLink to={pages.today}>Today</BackLink>
      <div className="print-page care-print">
        <div className="d-flex flex-wrap justify-content-between align-items-end gap-3 mb-3">
          <PageHeading>{title}</PageHeading>
          <div className="d-flex align-items-end gap-3 no-print">
            <FilterInput
              label="Day"
              type="date"
              value={day}
              onChange={(date) => setQuery(withParameters(query, { date }), { replace: true })}
            />
            <Button onClick={() => print()}>Print</Button>
          </div>
        </div>
        {lessons ? (
          <Sheet lessons={lessons} />
        ) : (
          <LoadingRows error={error} retry={day === today ? retry : other.mutate} />
        )}
        {lessons?.length === 0 ? <p>No lessons on this day.</p> : null}
      </div>
    </>
  );
}

/** A sheet for each lesson of the day. */
function SignInSheets({ lessons }: { lessons: readonly TodayLesson[] }) {
  return lessons.map((lesson) => (
    <SignInSheet
      key={lesson.lessonId}
      nameClass={lesson.nameClass}
      lesson={lesson}
      rows={lesson.rows.map(knownToday)}
    />
  ));
}

/** The contacts and the health notes of each child. */
function EmergencyFolder({ lessons }: { lessons: readonly TodayLesson[] }) {
  const classes = new Map(lessons.map((lesson) => [lesson.classId, lesson]));
  return (
    <>
      <p>Confidential. Please shred this at the end of the day.</p>
      {[...classes.values()].map(({ classId, nameClass, rows }) => (
        <section key={classId} className="print-sheet">
          <h2>{nameClass}</h2>
          {rows.map((row) => (
            <ParticipantCare key={row.enrollmentId} care={knownToday(row)} heading="h3" />
          ))}
        </section>
      ))}
    </>
  );
}
