import { useRef } from "react";
import type { Selection } from "../../classes/api";
import { takesWaitlist } from "../../classes/model/facts";
import { isSameSeat } from "../../classes/model/participants";
import { WaitlistPositionText } from "../../classes/select/SelectionReason";
import { useSelectOrJoinAction } from "../../classes/select/useSelectOrJoin";
import { useWaitlist } from "../../classes/waitlistApi";
import { BusyButton } from "../../shared/components/BusyButton";
import { trackFocus } from "../../shared/hooks/focus";

/**
 * The button that puts the participant of a selection on the waitlist of a class without a seat for them, then their
 * position. Renders nothing if the class starts soon.
 */
export function JoinFullClass({ selection }: { selection: Selection }) {
  const { classId, nameClass } = selection;
  const { data: entries = [], isLoading } = useWaitlist();
  const { run, busy } = useSelectOrJoinAction();
  const container = useRef<HTMLDivElement>(null);
  const entry = entries.find((each) => each.state === "WAITING" && isSameSeat(each, selection));
  const join = async () => {
    const moveFocus = trackFocus();
    // The button disappears.
    if (await run({ ...selection, _id: classId }, selection, "joinWaitlist")) moveFocus(container.current);
  };
  if (isLoading || (!entry && !takesWaitlist(selection))) return null;
  return (
    <div ref={container} tabIndex={-1} className="align-self-center">
      {entry ? (
        <WaitlistPositionText entry={entry} />
      ) : (
        <BusyButton variant="outline-primary" busy={busy} onClick={() => void join()}>
          Join the waitlist<span className="visually-hidden"> for {nameClass}</span>
        </BusyButton>
      )}
    </div>
  );
}
