import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useUserEmail } from "../../shared/api/resources";
import { Dialog } from "../../shared/components/Dialog";
import { useOnline } from "../../shared/hooks/useOnline";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteDay, siteDayOf } from "../../shared/siteTime";
import { CareFacts } from "../participants/ParticipantCare";
import type { TodayLesson } from "./api";
import { TodayBoard } from "./board";
import { CollectDialog, type Collection } from "./CollectDialog";
import { DoorFilters } from "./DoorFilters";
import { findRows, parseSearch, possibleSearch, writeSearch } from "./filters";
import { knownToday } from "./knownToday";
import { PrintPage } from "./PrintSheets";
import { RefusedEvents, Sending } from "./Sending";
import { TodayLessonSection } from "./TodayLessonSection";
import "../care.scss";
import "./today.scss";

/** Who is expected, here, or gone today, for the people at the door. Works without a network. */
export default function TodayPage() {
  const email = useUserEmail();
  useEffect(registerWorker, []);
  return email === null ? null : <Today key={email} email={email} />;
}

/** Lets the page open without a network. The browser asks the server for the worker's script each time, never its cache. */
function registerWorker(): void {
  const options = { scope: pages.today, updateViaCache: "none" } as const;
  // A browser without workers, or a private window: the page works as long as it is open.
  navigator.serviceWorker?.register("/dashboard/today-worker.js", options).catch(() => {});
}

function Today({ email }: { email: string }) {
  const [board] = useState(() => new TodayBoard(email));
  useEffect(() => board.start(), [board]);
  const state = useSyncExternalStore(board.subscribe, board.snapshot);
  const [collection, setCollection] = useState<Collection | null>(null);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [query] = useSearchParams();
  const { lessons, error, now } = state;
  const moment = new Date(now).toISOString();
  const opened = lessons?.flatMap(({ rows }) => rows).find(({ enrollmentId }) => enrollmentId === openedId);
  const sheet = query.get("print");
  if (sheet === "sign-in" || sheet === "emergency")
    return <PrintPage sheet={sheet} today={siteDayOf(moment)} state={state} retry={() => board.refresh()} />;
  return (
    <div className="today">
      <div className="d-flex flex-wrap justify-content-between align-items-baseline column-gap-3">
        <PageHeading>Today, {formatSiteDay(moment)}</PageHeading>
        <Sending state={state} />
      </div>
      <RefusedEvents state={state} board={board} collect={setCollection} />
      {lessons ? (
        <Lessons lessons={lessons} now={now} board={board} collect={setCollection} open={setOpenedId} />
      ) : null}
      {lessons === null && error ? <NoList error={error} retry={() => board.refresh()} /> : null}
      {lessons === null && !error ? <RowSkeletons /> : null}
      <p className="d-flex flex-wrap row-gap-3 column-gap-4 no-print">
        <Link className="tap" to={pages.todayPrint("sign-in")}>
          Print a sign-in sheet
        </Link>
        <Link className="tap" to={pages.todayPrint("emergency")}>
          Print the emergency folder
        </Link>
      </p>
      <CollectDialog collection={collection} board={board} close={() => setCollection(null)} />
      <Dialog
        title={opened?.name || "No name given"}
        open={opened !== undefined}
        close={() => setOpenedId(null)}
      >
        {opened ? <CareFacts care={knownToday(opened)} /> : null}
      </Dialog>
    </div>
  );
}

function NoList({ error, retry }: { error: unknown; retry: () => Promise<void> }) {
  const text = useOnline()
    ? undefined
    : "You're offline, and this device doesn't have today's list yet. Open this page once with a connection; after that it works without one until midnight.";
  return <ErrorState error={error} text={text} retry={retry} />;
}

/** How many participants the page shows without folding the lessons. */
const MAX_UNFOLDED = 30;

interface LessonsProps {
  lessons: readonly TodayLesson[];
  now: number;
  board: TodayBoard;
  collect: (collection: Collection) => void;
  /** Opens what to know about the participant with this seat. */
  open: (enrollmentId: string) => void;
}

function Lessons({ lessons, now, ...actions }: LessonsProps) {
  const [asked, change] = useSearchState(parseSearch, writeSearch);
  const search = possibleSearch(lessons, asked);
  // It stays when its lesson is over: then the children are collected.
  const [current] = useState(
    () => (lessons.find(({ endsAt }) => Date.parse(endsAt) > now) ?? lessons[0])?.lessonId,
  );
  if (lessons.length === 0)
    return (
      <EmptyState title="No lessons today">
        <p className="mb-0">Lessons appear here on their day.</p>
      </EmptyState>
    );
  const shown = findRows(lessons, search, now);
  const isSearched = Object.values(search).some((value) => value !== "");
  const isShort = lessons.flatMap(({ rows }) => rows).length <= MAX_UNFOLDED;
  return (
    <>
      <DoorFilters lessons={lessons} search={search} change={change} now={now} />
      {shown.length === 0 ? (
        <p role="status">
          {search.text ? "Nobody. Please check the search and the filters." : "Nobody right now."}
        </p>
      ) : null}
      {shown.map(({ lesson, rows }) => (
        <TodayLessonSection
          key={lesson.lessonId}
          lesson={lesson}
          shown={rows}
          isOpen={isShort || isSearched || lesson.lessonId === current}
          {...actions}
        />
      ))}
    </>
  );
}
