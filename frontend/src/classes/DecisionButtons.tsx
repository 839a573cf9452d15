import { useState } from "react";
import Button from "react-bootstrap/Button";
import { BusyButton } from "../shared/BusyButton";
import { hasDraft } from "../shared/drafts";
import type { ReviewedClass } from "./approval";
import { FeedbackDialog, feedbackDraft } from "./FeedbackDialog";
import { useDecisions } from "./useDecisions";

/** What an admin can do about a class. */
export function DecisionButtons({ of }: { of: ReviewedClass }) {
  const { busy, approve, deny, sendFeedback, stopWriting } = useDecisions(of);
  const [writing, setWriting] = useState(() => hasDraft(feedbackDraft(of)));
  const close = () => {
    setWriting(false);
    stopWriting();
  };
  const decided = of.status !== "Pending";
  const name = <span className="visually-hidden"> {of.nameClass}</span>;
  return (
    <>
      <BusyButton size="sm" disabled={decided} busy={busy === "approve"} onClick={() => void approve()}>
        Approve{name}
      </BusyButton>
      <BusyButton
        size="sm"
        variant="outline-danger"
        disabled={decided}
        busy={busy === "deny"}
        onClick={() => void deny()}
      >
        Deny{name}
      </BusyButton>
      <Button
        size="sm"
        variant="outline-secondary"
        disabled={of.status === "Approved"}
        onClick={() => setWriting(true)}
      >
        Send Feedback{name}
      </Button>
      {writing ? <FeedbackDialog of={of} close={close} send={sendFeedback} /> : null}
    </>
  );
}
