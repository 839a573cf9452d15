import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { hasDraft } from "../../shared/forms/drafts";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { pages } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { ReviewedClassCard } from "../card/ReviewedClassCard";
import { cardId } from "../model/cardFocus";
import { ClassMenu } from "./ClassMenu";
import { FeedbackDialog, feedbackDraftName } from "./FeedbackDialog";
import type { Approvals } from "./useApprovals";
import { useReview } from "./useReview";

interface ManagedClassCardProps {
  campClass: ReviewedClass;
  approvals: Approvals;
}

/** A class with the buttons with which an admin decides about it or sends feedback, and its menu. */
export function ManagedClassCard({ campClass, approvals }: ManagedClassCardProps) {
  const { _id, status } = campClass;
  const review = useReview(campClass);
  const [hasFeedback, setFeedback] = useState(() => hasDraft(feedbackDraftName(campClass)));
  // The button that opened the dialog may be disabled now.
  const focusCard = useAfterRendering(() => focusIfLost(document.getElementById(cardId(campClass))));
  const close = () => {
    setFeedback(false);
    review.closeDialog();
    focusCard();
  };
  const isBeingApproved = approvals.isApproving(campClass);
  return (
    <>
      <ReviewedClassCard
        campClass={campClass}
        to={status === "Pending" ? pages.reviewClass(_id) : pages.staffClass(_id)}
        note={<Feedback campClass={campClass} />}
        action={
          isBeingApproved ? (
            <p className="fw-semibold mb-0">Approving…</p>
          ) : (
            <MainAction campClass={campClass} approve={() => approve(campClass, approvals)} />
          )
        }
        more={
          isBeingApproved ? null : (
            <MoreActions campClass={campClass} giveFeedback={() => setFeedback(true)} />
          )
        }
      />
      {hasFeedback ? (
        <FeedbackDialog
          campClass={campClass}
          isDenied={review.isDenied}
          close={close}
          send={review.sendFeedback}
        />
      ) : null}
    </>
  );
}

/** The button disappears, so the focus moves to the card. */
function approve(campClass: ReviewedClass, approvals: Approvals): void {
  document.getElementById(cardId(campClass))?.focus({ preventScroll: true });
  approvals.start(campClass);
}

function NameOf({ campClass }: { campClass: ReviewedClass }) {
  return <span className="visually-hidden"> {campClass.nameClass}</span>;
}

function MainAction({ campClass, approve }: { campClass: ReviewedClass; approve: () => void }) {
  if (campClass.withdrawnAt)
    return (
      <Link className="btn btn-outline-primary" to={pages.staffClass(campClass._id, "money")}>
        See Refunds
        <NameOf campClass={campClass} />
      </Link>
    );
  return (
    <Button disabled={campClass.status !== "Pending"} onClick={approve}>
      Approve
      <NameOf campClass={campClass} />
    </Button>
  );
}

function MoreActions({ campClass, giveFeedback }: { campClass: ReviewedClass; giveFeedback: () => void }) {
  const { status, withdrawnAt } = campClass;
  const name = <NameOf campClass={campClass} />;
  return (
    <>
      {withdrawnAt ? null : (
        <>
          <Button size="sm" variant="outline-danger" disabled={status !== "Pending"} onClick={giveFeedback}>
            Deny{name}
          </Button>
          <Button
            size="sm"
            variant="outline-secondary"
            disabled={status === "Approved"}
            onClick={giveFeedback}
          >
            Send Feedback{name}
          </Button>
        </>
      )}
      <ClassMenu campClass={campClass} />
    </>
  );
}

/** The feedback that was sent to the instructor. */
function Feedback({ campClass }: { campClass: ReviewedClass }) {
  if (!campClass.feedback || campClass.status === "Approved") return null;
  return (
    <div className="verdict">
      <p className="fw-semibold mb-1">
        {campClass.status === "Pending" ? "Feedback on the previous version" : "Feedback"}
      </p>
      <p className="text-pre mb-0">{campClass.feedback}</p>
    </div>
  );
}
