import { useState } from "react";
import Button from "react-bootstrap/Button";
import { BusyButton } from "../shared/BusyButton";
import { hasDraft } from "../shared/drafts";
import type { ReviewedClass } from "./api";
import { FeedbackDialog, feedbackDraftName } from "./FeedbackDialog";
import { ReviewedClassCard } from "./ReviewedClassCard";
import { useReview } from "./useReview";

/** A class with the buttons with which an admin approves or denies it, or sends feedback. */
export function ManagedClassCard({ campClass }: { campClass: ReviewedClass }) {
  const { approval, denial, isDenied, sendFeedback, closeFeedback } = useReview(campClass);
  const [isWriting, setIsWriting] = useState(() => hasDraft(feedbackDraftName(campClass)));
  const close = () => {
    setIsWriting(false);
    closeFeedback();
  };
  const deny = async () => {
    if (await denial.run()) setIsWriting(true);
  };
  const decided = campClass.status !== "Pending";
  const name = <span className="visually-hidden"> {campClass.nameClass}</span>;
  const approve = (
    <BusyButton disabled={decided} busy={approval.busy} onClick={() => void approval.run()}>
      Approve{name}
    </BusyButton>
  );
  const more = (
    <>
      <BusyButton
        size="sm"
        variant="outline-danger"
        disabled={decided}
        busy={denial.busy}
        onClick={() => void deny()}
      >
        Deny{name}
      </BusyButton>
      <Button
        size="sm"
        variant="outline-secondary"
        disabled={campClass.status === "Approved"}
        onClick={() => setIsWriting(true)}
      >
        Send Feedback{name}
      </Button>
    </>
  );
  return (
    <>
      <ReviewedClassCard
        campClass={campClass}
        note={<Feedback campClass={campClass} />}
        action={approve}
        more={more}
      />
      {isWriting ? (
        <FeedbackDialog campClass={campClass} isDenied={isDenied()} close={close} send={sendFeedback} />
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
        {campClass.status === "Pending" ? "Feedback on the previous version" : "Feedback"}
      </p>
      <p className="text-pre mb-0">{campClass.feedback}</p>
    </div>
  );
}
