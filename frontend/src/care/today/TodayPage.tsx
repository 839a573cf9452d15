import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useUserEmail } from "../../shared/api/resources";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { formatSiteDay } from "../../shared/siteTime";
import { AttentionLists } from "./AttentionLists";
import type { TodayLesson } from "./api";
import { TodayBoard } from "./board";
import { CollectDialog, type Collection } from "./CollectDialog";
import { EmergencyFolder, SignInSheets } from "./PrintSheets";
import { RefusedEvents, Sending } from "./Sending";
import { TodayLessonSection } from "./TodayLessonSection";
import { registerWorker } from "./worker";
import "./today.scss";

/** Who is expected, here, or gone today, for the people at the door. Works without a network. */
export default function TodayPage() {
  const email = useUserEmail();
  useEffect(() => registerWorker(), []);
  return email === null ? null : <Today key={email} email={email} />;
}

function Today({ email }: { email: string }) {
  const [board] = useState(() => new TodayBoard(email));
  useEffect(() => board.start(), [board]);
  const state = useSyncExternalStore(board.subscribe, board.snapshot);
  const [collection, setCollection] = useState<Collection | null>(null);
  const [query] = useSearchParams();
  const { lessons, error, now } = state;
  if (lessons && query.get("print") === "sign-in") return <SignInSheets lessons={lessons} />;
  if (lessons && query.get("print") === "emergency") return <EmergencyFolder lessons={lessons} />;
  return (
    <div className="today">
      <div className="d-flex flex-wrap justify-content-between align-items-baseline column-gap-3">
        <PageHeading>Today, {formatSiteDay(new Date(now).toISOString())}</PageHeading>
        <Sending state={state} />
      </div>
      <RefusedEvents state={state} board={board} collect={setCollection} />
      {lessons ? <Lessons lessons={lessons} now={now} board={board} collect={setCollection} /> : null}
      {lessons ? null : <LoadingRows error={error} retry={() => board.refresh()} />}
      <CollectDialog collection={collection} board={board} close={() => setCollection(null)} />
    </div>
  );
}

interface LessonsProps {
  lessons: readonly TodayLesson[];
  now: number;
  board: TodayBoard;
  collect: (collection: Collection) => void;
}

function Lessons({ lessons, now, board, collect }: LessonsProps) {
  if (lessons.length === 0)
    return (
      <EmptyState title="No lessons today">
        <p className="mb-0">Lessons appear here on their day.</p>
      </EmptyState>
    );
  return (
    <>
      <AttentionLists lessons={lessons} now={now} />
      {lessons.map((lesson) => (
        <TodayLessonSection key={lesson.lessonId} lesson={lesson} board={board} collect={collect} />
      ))}
      <p className="d-flex flex-wrap row-gap-2 column-gap-4 no-print">
        <Link to={pages.todayPrint("sign-in")}>Print a sign-in sheet</Link>
        <Link to={pages.todayPrint("emergency")}>Print the emergency folder</Link>
      </p>
    </>
  );
}
