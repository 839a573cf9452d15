import { useState } from "react";
import Button from "react-bootstrap/Button";
import { useNavigate } from "react-router-dom";
import { ActionMenu } from "../../shared/components/ActionMenu";
import { hasDraft } from "../../shared/forms/drafts";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
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
  // The button that opened the dialog may be disabled now.
  const focusCard = useAfterRendering(() => focusIfLost(document.getElementById(cardId(campClass))));
  const close = () => {
    setOpenDialog(null);
    review.closeDialog();
    focusCard();
  };
  const isPending = campClass.status === "Pending";
  const isBeingApproved = approvals.isApproving(campClass);
  return (
    <>
      <ReviewedClassCard
        campClass={campClass}
        to={isPending ? pages.reviewClass(campClass._id) : pages.staffClass(campClass._id)}
        note={<Feedback campClass={campClass} />}
        action={
          <MainAction
            campClass={campClass}
            isBeingApproved={isBeingApproved}
            approve={() => approve(campClass, approvals)}
            open={setOpenDialog}
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

interface ActionsProps {
  campClass: ReviewedClass;
  isBeingApproved: boolean;
  approve: () => void;
  open: (dialog: OpenDialog) => void;
}

function MainAction({ campClass, isBeingApproved, approve, open }: ActionsProps) {
  if (isBeingApproved) return <p className="fw-semibold mb-0">Approving…</p>;
  if (campClass.withdrawnAt)
    return (
      <Button variant="outline-primary" onClick={() => open("withdrawal")}>
        See Refunds
        <NameOf campClass={campClass} />
      </Button>
    );
  return (
    <Button disabled={campClass.status !== "Pending"} onClick={approve}>
      Approve
      <NameOf campClass={campClass} />
    </Button>
  );
}

function MoreActions({ campClass, open }: Pick<ActionsProps, "campClass" | "open">) {
  const { _id, nameClass, status, endedAt, withdrawnAt } = campClass;
  const navigate = useNavigate();
  if (withdrawnAt) return isRecent(withdrawnAt) ? <RefundsOnCard id={_id} /> : null;
  const name = <NameOf campClass={campClass} />;
  return (
    <>
      <Button
        size="sm"
        variant="outline-danger"
        disabled={status !== "Pending"}
        onClick={() => open("feedback")}
      >
        Deny{name}
      </Button>
      <Button
        size="sm"
        variant="outline-secondary"
        disabled={status === "Approved"}
        onClick={() => open("feedback")}
      >
        Send Feedback{name}
      </Button>
      <ActionMenu
        name={nameClass}
        actions={[
          { label: "Edit", run: () => void navigate(pages.updateClass(_id)) },
          { label: "Change instructor", run: () => open("handOver") },
          ...(status === "Approved" && !endedAt
            ? [{ label: "Withdraw", run: () => open("withdrawal") }]
            : []),
        ]}
      />
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
