import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { type SheetRow, SignInSheet } from "../../care/participants/SignInSheet";
import { FRESH, useUserData } from "../../shared/api/resources";
import { config } from "../../shared/config";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { LessonChoice, useChosenLesson } from "./LessonChoice";
import type { TabProps } from "./myClass";
import "../../care/care.scss";

/** The sign-in sheet of one lesson, by default the next one, for printing. */
export function ClassSheet({ campClass: { _id, place, lessons } }: TabProps) {
  const next = lessons.find(({ endsAt }) => Date.parse(endsAt) > Date.now());
  const lesson = useChosenLesson(lessons, next ?? lessons.at(-1));
  const { rows, isWithoutCare, error, retry } = useSheetRows(_id);
  if (!rows) return <LoadingRows error={error} retry={retry} />;
  if (!lesson || rows.length === 0)
    return (
      <EmptyState title={lesson ? "Nobody to sign in yet" : "This class has no lessons"}>
        <Link to={pages.staffClass(_id, "roster")}>See the roster</Link>
      </EmptyState>
    );
  return (
    <>
      <div className="filter-line no-print">
        <LessonChoice label="Sign-in sheet for" lessons={lessons} lesson={lesson} />
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      {isWithoutCare && config.care ? (
        <p className="no-print">You can't see allergies and phone numbers right now, so they aren't on it.</p>
      ) : null}
      <div className="print-page">
        <SignInSheet lesson={{ ...lesson, place: lesson.place || place }} rows={rows} />
      </div>
    </>
  );
}

/** Who is enrolled, with care sheets and contacts while the user may read them. */
function useSheetRows(id: string) {
  const care = useUserData(config.care ? calls.classCare(id) : null, FRESH);
  const isWithoutCare = !config.care || care.error?.isNotFound === true;
  const roster = useUserData(isWithoutCare ? calls.roster(id) : null, FRESH);
  const enrolled: SheetRow[] | undefined = roster.data
    ?.filter(({ state }) => state === "enrolled")
    .map((entry) => ({ ...entry, enrollmentId: entry._id }));
  const cared = care.data?.map((row) => ({ ...row, allergies: row.confirmedAt && row.allergies }));
  const rows = isWithoutCare ? enrolled : cared;
  const { error, mutate } = isWithoutCare ? roster : care;
  return { rows, isWithoutCare, error, retry: mutate };
}
