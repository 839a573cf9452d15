import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { BusyButton } from "../../shared/components/BusyButton";
import { hasDraft } from "../../shared/forms/drafts";
import { pages } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { FeedbackDialog, feedbackDraftName } from "./FeedbackDialog";
import { HandOverDialog } from "./HandOverDialog";
import { ReviewedClassCard } from "./ReviewedClassCard";
import { useReview } from "./useReview";
import { WithdrawDialog, withdrawalDraftName } from "./WithdrawDialog";

type OpenDialog = "feedback" | "withdrawal" | "handOver" | null;

/** A class with the buttons with which an admin decides about it, sends feedback, or gives it to another instructor. */
export function ManagedClassCard({ campClass }: { campClass: ReviewedClass }) {
  const review = useReview(campClass);
  const [openDialog, setOpenDialog] = useState(() => dialogWithDraft(campClass));
  const close = () => {
    setOpenDialog(null);
    review.closeDialog();
  };
  const openFeedback = () => setOpenDialog("feedback");
  const openWithdrawal = () => setOpenDialog("withdrawal");
  const isWithdrawn = campClass.withdrawnAt != null;
  return (
    <>
      {isWithdrawn ? (
        <ReviewedClassCard
          campClass={campClass}
          action={
            <Button variant="outline-primary" onClick={openWithdrawal}>
              See Refunds
              <NameOf campClass={campClass} />
            </Button>
          }
        />
      ) : (
        <ReviewedClassCard
          campClass={campClass}
          note={<Feedback campClass={campClass} />}
          action={<ApproveButton campClass={campClass} approval={review.approval} />}
          more={
            <ReviewButtons
              campClass={campClass}
              denial={review.denial}
              openFeedback={openFeedback}
              openWithdrawal={openWithdrawal}
              openHandOver={() => setOpenDialog("handOver")}
            />
          }
        />
      )}
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

/** Returns the dialog with text that was saved as a draft when the session ended. */
function dialogWithDraft(campClass: ReviewedClass): OpenDialog {
  if (hasDraft(feedbackDraftName(campClass))) return "feedback";
  return hasDraft(withdrawalDraftName(campClass)) ? "withdrawal" : null;
}

function NameOf({ campClass }: { campClass: ReviewedClass }) {
  return <span className="visually-hidden"> {campClass.nameClass}</span>;
}

interface ApproveButtonProps {
  campClass: ReviewedClass;
  approval: ReturnType<typeof useReview>["approval"];
}

function ApproveButton({ campClass, approval }: ApproveButtonProps) {
  return (
    <BusyButton
      disabled={campClass.status !== "Pending"}
      busy={approval.busy}
      onClick={() => void approval.run()}
    >
      Approve
      <NameOf campClass={campClass} />
    </BusyButton>
  );
}

interface ReviewButtonsProps {
  campClass: ReviewedClass;
  denial: ReturnType<typeof useReview>["denial"];
  openFeedback: () => void;
  openWithdrawal: () => void;
  openHandOver: () => void;
}

function ReviewButtons({
  campClass,
  denial,
  openFeedback,
  openWithdrawal,
  openHandOver,
}: ReviewButtonsProps) {
  const { _id, status, endedAt } = campClass;
  const deny = async () => {
    if (await denial.run()) openFeedback();
  };
  return (
    <>
      <BusyButton
        size="sm"
        variant="outline-danger"
        disabled={status !== "Pending"}
        busy={denial.busy}
        onClick={() => void deny()}
      >
        Deny
        <NameOf campClass={campClass} />
      </BusyButton>
      <Button size="sm" variant="outline-secondary" disabled={status === "Approved"} onClick={openFeedback}>
        Send Feedback
        <NameOf campClass={campClass} />
      </Button>
      {status === "Approved" ? (
        <Link className="btn btn-outline-secondary btn-sm" to={pages.roster(_id)}>
          Roster
          <NameOf campClass={campClass} />
        </Link>
      ) : null}
      <Button size="sm" variant="outline-secondary" onClick={openHandOver}>
        Change Instructor
        <NameOf campClass={campClass} />
      </Button>
      {status === "Approved" && !endedAt ? (
        <Button size="sm" variant="outline-danger" onClick={openWithdrawal}>
          Withdraw
          <NameOf campClass={campClass} />
        </Button>
      ) : null}
    </>
  );
}

/** The feedback that was sent to the instructor. */
function Feedback({ campClass }: { campClass: ReviewedClass }) {
  if (!campClass.feedback || campClass.status === "Approved") return null;
  return (
    <div className="verdict">
      <p className="fw-semibold mb-1">
        {campClass.status === "Pending" ? "Feedback on the version before" : "Feedback"}
      </p>
      <p className="text-pre mb-0">{campClass.feedback}</p>
    </div>
  );
}
