import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { asApiError, errorMessage } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { Dialog } from "../shared/Dialog";
import { pages } from "../shared/paths";
import { useAction } from "../shared/useAction";
import type { CampClass } from "./api";
import { preserveFocus } from "./cardFocus";
import { agesText, scheduleText } from "./classFacts";
import { childNameOf, MYSELF, type Participant } from "./participants";
import type { Bookings } from "./useBookings";
import { useSelectClass } from "./useClassSelection";

interface ParticipantDialogProps {
  /** The class to select; null while the dialog is closed. */
  campClass: CampClass | null;
  bookings: Bookings;
  close: () => void;
}

/** Asks who takes part, and selects the class for them. A user without children only confirms the age limit. */
export function ParticipantDialog({ campClass, bookings, close }: ParticipantDialogProps) {
  const selected = useRef<CampClass | null>(null);
  const [latest, setLatest] = useState<Participant | null>(null);
  const selectClass = useSelectClass();
  const { run, running, busy, error, clearError } = useAction(async (chosen: CampClass, by: Participant) => {
    setLatest(by);
    await selectClass(chosen, by);
    selected.current = chosen;
    close();
  });
  const isBusy = ({ childId }: Participant) => running.some(([, each]) => each.childId === childId);
  const onExited = () => {
    // The button that opened the dialog is disabled once everybody has selected the class.
    if (selected.current) preserveFocus(selected.current)();
    selected.current = null;
    clearError();
  };
  return (
    <Dialog title="Who is it for?" open={campClass !== null} close={close} busy={busy} onExited={onExited}>
      {campClass ? (
        <>
          <p>
            <strong>{campClass.nameClass}</strong>
            <br />
            {scheduleText(campClass)}
          </p>
          <ParticipantButtons
            campClass={campClass}
            bookings={bookings}
            isBusy={isBusy}
            select={(participant) => busy || void run(campClass, participant)}
          />
          <div role="alert">{error && latest ? <Refusal error={error} participant={latest} /> : null}</div>
          <Link to={pages.myChildren}>
            {hasChildren(bookings) ? "Add another child" : "No, add my child"}
          </Link>
        </>
      ) : null}
    </Dialog>
  );
}

interface ParticipantButtonsProps {
  campClass: CampClass;
  bookings: Bookings;
  isBusy: (participant: Participant) => boolean;
  select: (participant: Participant) => void;
}

/** One button for each participant. Asks before adults select a class with an age limit for themselves. */
function ParticipantButtons({ campClass, bookings, isBusy, select }: ParticipantButtonsProps) {
  const [asksForAge, setAsksForAge] = useState(false);
  const booked = bookings.bookingsOf(campClass);
  const ages = agesText(campClass);
  const family = hasChildren(bookings) ? bookings.participants : [];
  const choose = (participant: Participant) => {
    const needsAnswer = participant.childId === null && ages !== null;
    setAsksForAge(needsAnswer);
    if (!needsAnswer) select(participant);
  };
  return (
    <div className="d-grid gap-2 mb-3">
      {family.map((participant) => {
        const { childId } = participant;
        const state = booked.find((booking) => booking.participant.childId === childId)?.state;
        return (
          <BusyButton
            key={childId ?? "myself"}
            variant="outline-primary"
            busy={isBusy(participant)}
            disabled={state !== undefined}
            onClick={() => choose(participant)}
          >
            {childNameOf(participant) ?? "Myself"}
            {state === undefined ? null : ` (already ${state})`}
          </BusyButton>
        );
      })}
      {asksForAge || family.length === 0 ? (
        <AgeQuestion ages={ages} busy={isBusy(MYSELF)} confirm={() => select(MYSELF)} />
      ) : null}
    </div>
  );
}

function hasChildren({ participants }: Bookings): boolean {
  return participants.length > 1;
}

interface AgeQuestionProps {
  ages: string | null;
  busy: boolean;
  confirm: () => void;
}

function AgeQuestion({ ages, busy, confirm }: AgeQuestionProps) {
  return (
    <div className="alert alert-warning mb-0" role="alert">
      <p>Just checking: this class is marked “{ages}”. Is it really for you?</p>
      <BusyButton variant="outline-secondary" busy={busy} onClick={confirm}>
        Yes, it's for me
      </BusyButton>
    </div>
  );
}

/** Why the server has not selected the class, with what to do next. */
function Refusal({ error, participant }: { error: unknown; participant: Participant }) {
  const name = childNameOf(participant);
  return (
    <div className="alert alert-warning">
      We couldn't select this class for {name ?? "you"}. {errorMessage(error)}{" "}
      {asApiError(error)?.code === "birth_date_needed" ? (
        <Link to={pages.myChildren}>Go to My Children</Link>
      ) : null}
    </div>
  );
}
