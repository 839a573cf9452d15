import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { FRESH, useUserData } from "../../../shared/api/resources";
import { hasDraft } from "../../../shared/forms/drafts";
import { focusIfUnused, pageHeading } from "../../../shared/hooks/focus";
import { calls, pages } from "../../../shared/paths";
import { BackLink } from "../../../shared/screens/BackLink";
import { NotFoundPage } from "../../../shared/screens/FullPageError";
import { LoadingRows } from "../../../shared/screens/LoadingRows";
import { PageHeading } from "../../../shared/screens/Page";
import type { ReviewedClass } from "../../api";
import { FeedbackDialog, feedbackDraftName } from "../FeedbackDialog";
import { UndoApprovals } from "../UndoApprovals";
import { useApprovals } from "../useApprovals";
import { useReview } from "../useReview";
import "./pending.scss";
import { PendingList } from "./PendingList";
import { ReviewActions } from "./ReviewActions";
import { ReviewedPage } from "./ReviewedPage";

/** The page on which an admin reads the pending classes one after another and decides. */
export default function ReviewPage() {
  const { id = "" } = useParams();
  const { data, error, mutate } = useUserData(calls.classes, FRESH);
  const campClass = data?.find(({ _id }) => _id === id);
  if (data && campClass) return <Review classes={data} campClass={campClass} />;
  if (data) return <NotFoundPage />;
  return (
    <>
      <Head />
      <LoadingRows error={error} retry={mutate} count={7} />
    </>
  );
}

function Head() {
  return (
    <>
      <BackLink to={pages.manageClasses}>Manage Classes</BackLink>
      <PageHeading className="mb-3">Review Classes</PageHeading>
    </>
  );
}

interface ReviewProps {
  classes: readonly ReviewedClass[];
  /** The class that is open. */
  campClass: ReviewedClass;
}

function Review({ classes, campClass }: ReviewProps) {
  const approvals = useApprovals();
  // The server's order is newest first.
  const pending = classes
    .filter((each) => each.status === "Pending" && !approvals.isApproving(each))
    .toReversed();
  const { open, openNext, openPrevious } = useOpenClass(pending, campClass);
  const [denies, setDenies] = useState(() => hasDraft(feedbackDraftName(campClass)));
  const review = useReview(campClass);
  const canDecide = pending.some(({ _id }) => _id === campClass._id);
  const approve = (...chosen: ReviewedClass[]) => {
    approvals.start(...chosen);
    if (chosen.some(({ _id }) => _id === campClass._id)) openNext(chosen);
  };
  const closeDialog = () => {
    setDenies(false);
    review.closeDialog();
  };
  const deny = async (feedback: string) => {
    await review.sendFeedback(feedback);
    // The dialog returns the focus before the next class takes it.
    setTimeout(() => openNext([campClass]));
  };
  const undoLast = () => {
    const undone = approvals.waiting.at(-1);
    if (!undone) return;
    approvals.undo(undone);
    open(undone);
  };
  const keys: Record<string, () => void> = {
    a: () => canDecide && approve(campClass),
    d: () => canDecide && setDenies(true),
    n: () => openNext([]),
    p: openPrevious,
    u: undoLast,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each key does what one of the buttons inside does
    <div className="query-container" onKeyDown={(event) => pressKey(event, keys)}>
      <Head />
      <div className="review">
        <ReviewedPage campClass={campClass} />
        <PendingList pending={pending} openId={campClass._id} approve={approve} />
        {/* Always in view, and above what has the focus. */}
        <div className="review-foot position-sticky bottom-0 z-1 py-2 bg-body border-top">
          <UndoApprovals approvals={approvals} onUndo={open} />
          <ReviewActions
            campClass={campClass}
            canDecide={canDecide}
            approve={() => approve(campClass)}
            deny={() => setDenies(true)}
            next={pending.some(({ _id }) => _id !== campClass._id) ? () => openNext([]) : null}
          />
        </div>
      </div>
      {denies ? (
        <FeedbackDialog campClass={campClass} isDenied={review.isDenied} close={closeDialog} send={deny} />
      ) : null}
    </div>
  );
}

/** Opens another class in the list, and moves the focus to its heading. */
function useOpenClass(pending: readonly ReviewedClass[], { _id }: ReviewedClass) {
  const navigate = useNavigate();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    // The keys work only inside the review, so its heading has the focus also after a reload.
    if (shown.current === null) focusIfUnused(pageHeading());
    else if (shown.current !== _id) focusHeading();
    shown.current = _id;
  }, [_id]);
  const open = (campClass: ReviewedClass | undefined) => {
    if (!campClass || campClass._id === _id) focusHeading();
    else void navigate(pages.reviewClass(campClass._id), { replace: true });
  };
  const index = pending.findIndex((each) => each._id === _id);
  /** Opens the class after the open one, else the first. Skips those that have just been decided. */
  const openNext = (decided: readonly ReviewedClass[]) => {
    const following = [...pending.slice(index + 1), ...pending.slice(0, Math.max(index, 0))];
    open(following.find((each) => !decided.includes(each)));
  };
  return { open, openNext, openPrevious: () => open(pending.at(Math.max(index, 0) - 1)) };
}

function focusHeading(): void {
  document.getElementById("review-class")?.focus({ preventScroll: true });
}

/**
 * Runs the action of a key, unless it is typed into an input or a dialog, or belongs to the browser. A key that is held down
 * acts once: otherwise it would approve class after class.
 */
function pressKey(event: KeyboardEvent<HTMLElement>, keys: Record<string, () => void>): void {
  const { target, currentTarget, ctrlKey, metaKey, altKey, repeat } = event;
  const isInside = target instanceof Element && currentTarget.contains(target);
  if (!isInside || target.matches("input, textarea, select") || ctrlKey || metaKey || altKey || repeat)
    return;
  const action = keys[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
}
