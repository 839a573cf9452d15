import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { hasDraft } from "../../shared/forms/drafts";
import { pages } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { ReviewedClassCard } from "../card/ReviewedClassCard";
import { cardId } from "../model/cardFocus";
import { FeedbackDialog, feedbackDraftName } from "./FeedbackDialog";
import { HandOverDialog, handOverDraftName } from "./HandOverDialog";
import type { Approvals } from "./useApprovals";
import { useReview } from "./useReview";
import { RefundsOnCard } from "./WithdrawalProgress";
import { WithdrawDialog, withdrawalDraftName } from "./WithdrawDialog";

type OpenDialog = "feedback" | "withdrawal" | "handOver" | null;

interface ManagedClassCardProps {
  campClass: ReviewedClass;
  approvals: Approvals;
}

/** A class with the buttons with which an admin decides about it, sends feedback, or gives it to another instructor. */
export function ManagedClassCard({ campClass, approvals }: ManagedClassCardProps) {
  const review = useReview(campClass);
  const [openDialog, setOpenDialog] = useState(() => dialogWithDraft(campClass));
  const close = () => {
    setOpenDialog(null);
    review.closeDialog();
  };
  const isPending = campClass.status === "Pending";
  const isBeingApproved = approvals.isApproving(campClass);
  return (
    <>
      <ReviewedClassCard
        campClass={campClass}
        to={isPending ? pages.reviewClass(campClass._id) : undefined}
        note={<Feedback campClass={campClass} />}
        action={
          <MainAction
            campClass={campClass}
            isBeingApproved={isBeingApproved}
            approve={() => approve(campClass, approvals)}
            seeRefunds={() => setOpenDialog("withdrawal")}
          />
        }
        more={isBeingApproved ? null : <MoreActions campClass={campClass} open={setOpenDialog} />}
      />
      {openDialog === "feedback" ? (
        <FeedbackDialog
          campClass={campClass}
          isDenied={review.isDenied}
          close={close}
          send={review.sendFeedback}
        />
      ) : null}
      {openDialog === "withdrawal" ? (
        <WithdrawDialog campClass={campClass} close={close} withdraw={review.withdraw} />
      ) : null}
      {openDialog === "handOver" ? <HandOverDialog campClass={campClass} close={close} /> : null}
    </>
  );
}

/** Returns the dialog with text that was saved as a draft. */
function dialogWithDraft(campClass: ReviewedClass): OpenDialog {
  if (hasDraft(feedbackDraftName(campClass))) return "feedback";
  if (hasDraft(handOverDraftName(campClass))) return "handOver";
  return hasDraft(withdrawalDraftName(campClass)) ? "withdrawal" : null;
}

/** The button disappears, so the focus moves to the card. */
function approve(campClass: ReviewedClass, approvals: Approvals): void {
  document.getElementById(cardId(campClass))?.focus({ preventScroll: true });
  approvals.start(campClass);
}

function NameOf({ campClass }: { campClass: ReviewedClass }) {
  return <span className="visually-hidden"> {campClass.nameClass}</span>;
}

interface MainActionProps {
  campClass: ReviewedClass;
  isBeingApproved: boolean;
  approve: () => void;
  seeRefunds: () => void;
}

function MainAction({ campClass, isBeingApproved, approve, seeRefunds }: MainActionProps) {
  if (isBeingApproved) return <p className="fw-semibold mb-0">Approving…</p>;
  if (campClass.withdrawnAt)
    return (
      <Button variant="outline-primary" onClick={seeRefunds}>
        See Refunds
        <NameOf campClass={campClass} />
      </Button>
    );
  if (campClass.status !== "Pending") return null;
  return (
    <Button onClick={approve}>
      Approve
      <NameOf campClass={campClass} />
    </Button>
  );
}

interface MoreActionsProps {
  campClass: ReviewedClass;
  open: (dialog: OpenDialog) => void;
}

/** Only what can be done with a class of this status. */
function MoreActions({ campClass, open }: MoreActionsProps) {
  const { _id, status, endedAt, withdrawnAt } = campClass;
  if (withdrawnAt) return isRecent(withdrawnAt) ? <RefundsOnCard id={_id} /> : null;
  const name = <NameOf campClass={campClass} />;
  return (
    <>
      <Link className="btn btn-outline-secondary btn-sm" to={pages.updateClass(_id)}>
        Edit{name}
      </Link>
      {status === "Pending" ? (
        <Button size="sm" variant="outline-danger" onClick={() => open("feedback")}>
          Deny{name}
        </Button>
      ) : null}
      {status === "Approved" ? (
        <Link className="btn btn-outline-secondary btn-sm" to={pages.roster(_id)}>
          Roster{name}
        </Link>
      ) : (
        <Button size="sm" variant="outline-secondary" onClick={() => open("feedback")}>
          Send Feedback{name}
        </Button>
      )}
      <Button size="sm" variant="outline-secondary" onClick={() => open("handOver")}>
        Change Instructor{name}
      </Button>
      {status === "Approved" && !endedAt ? (
        <Button size="sm" variant="outline-danger" onClick={() => open("withdrawal")}>
          Withdraw{name}
        </Button>
      ) : null}
    </>
  );
}

const RECENT_MS = 30 * 86_400_000;

/** The refunds of an older withdrawal are loaded only when the admin asks for them. */
function isRecent(withdrawnAt: string): boolean {
  return Date.now() - Date.parse(withdrawnAt) < RECENT_MS;
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
