import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { SelectionAction } from "../../accounts/session/returnTo";
import { asApiError, errorMessage } from "../../shared/api/apiError";
import { BusyButton } from "../../shared/components/BusyButton";
import { Dialog } from "../../shared/components/Dialog";
import { useAction } from "../../shared/hooks/useAction";
import { pages } from "../../shared/paths";
import type { CampClass } from "../api";
import { preserveFocus } from "../browse/cardFocus";
import { agesText, scheduleText } from "../page/classFacts";
import { type Family, offerOf } from "./offer";
import { childNameOf, MYSELF, type Participant } from "./participants";
import type { Question } from "./useClassSelection";
import { useSelectOrJoin } from "./useSelectOrJoin";

interface ParticipantDialogProps {
  /** Null while the dialog is closed. */
  question: Question | null;
  family: Family;
  close: () => void;
}

/**
 * Asks who takes part, and selects the class for them or puts them on its waitlist. A user without children only confirms
 * the age limit.
 */
export function ParticipantDialog({ question, family, close }: ParticipantDialogProps) {
  const chosen = useRef<CampClass | null>(null);
  const [latest, setLatest] = useState<Participant | null>(null);
  const selectOrJoin = useSelectOrJoin();
  const { run, running, busy, error, clearError } = useAction(
    async ({ campClass, action }: Question, by: Participant) => {
      setLatest(by);
      await selectOrJoin(campClass, by, action);
      chosen.current = campClass;
      close();
    },
  );
  const isBusy = ({ childId }: Participant) => running.some(([, each]) => each.childId === childId);
  const onExited = () => {
    // The button that opened the dialog is disabled once everybody has selected the class, or waits for it.
    if (chosen.current) preserveFocus(chosen.current)();
    chosen.current = null;
    clearError();
  };
  return (
    <Dialog title="Who is it for?" open={question !== null} close={close} busy={busy} onExited={onExited}>
      {question ? (
        <>
          <ChosenClass question={question} />
          <ParticipantButtons
            question={question}
            family={family}
            isBusy={isBusy}
            choose={(participant) => busy || void run(question, participant)}
          />
          <div role="alert">
            {error && latest ? <Refusal error={error} participant={latest} action={question.action} /> : null}
          </div>
          <Link to={pages.myChildren}>{hasChildren(family) ? "Add another child" : "No, add my child"}</Link>
        </>
      ) : null}
    </Dialog>
  );
}

/** The class, and for a waitlist what happens next. */
function ChosenClass({ question: { campClass, action } }: { question: Question }) {
  return (
    <>
      <p>
        <strong>{campClass.nameClass}</strong>
        <br />
        {scheduleText(campClass)}
      </p>
      {action === "joinWaitlist" ? (
        <p>This class is sold out. When it's your turn for a seat, we'll email you and hold it for you.</p>
      ) : null}
    </>
  );
}

interface ParticipantButtonsProps {
  question: Question;
  family: Family;
  isBusy: (participant: Participant) => boolean;
  choose: (participant: Participant) => void;
}

/** One button for each participant. Asks before adults choose a class with an age limit for themselves. */
function ParticipantButtons({ question, family, isBusy, choose }: ParticipantButtonsProps) {
  const [asksForAge, setAsksForAge] = useState(false);
  const { action, standings } = offerOf(question.campClass, family);
  const stateOf = ({ childId }: Participant) => {
    const state = standings.find(({ participant }) => participant.childId === childId)?.state ?? null;
    return action === "joinWaitlist" && state === "selected" ? null : state;
  };
  const ages = agesText(question.campClass);
  const choices = hasChildren(family) ? family.participants : [];
  const press = (participant: Participant) => {
    const needsAnswer = participant.childId === null && ages !== null;
    setAsksForAge(needsAnswer);
    if (!needsAnswer) choose(participant);
  };
  return (
    <div className="d-grid gap-2 mb-3">
      {choices.map((participant) => {
        const state = stateOf(participant);
        return (
          <BusyButton
            key={participant.childId ?? "myself"}
            variant="outline-primary"
            busy={isBusy(participant)}
            disabled={state !== null}
            onClick={() => press(participant)}
          >
            {childNameOf(participant) ?? "Myself"}
            {state === null ? null : ` (already ${state === "offered" ? "offered a seat" : state})`}
          </BusyButton>
        );
      })}
      {asksForAge || choices.length === 0 ? (
        <AgeQuestion ages={ages} busy={isBusy(MYSELF)} confirm={() => choose(MYSELF)} />
      ) : null}
    </div>
  );
}

function hasChildren({ participants }: Family): boolean {
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

interface RefusalProps {
  error: unknown;
  participant: Participant;
  action: SelectionAction;
}

/** The page on which the user can do what a refusal asks for, by its code. */
const PAGES_AFTER: Record<string, readonly [to: string, text: string]> = {
  birth_date_needed: [pages.myChildren, "Go to My Children"],
  verified_email_needed: [pages.profile, "Go to My Profile"],
};

/** Why the server has refused the action, with what to do next. */
function Refusal({ error, participant, action }: RefusalProps) {
  const name = childNameOf(participant) ?? "you";
  const link = PAGES_AFTER[asApiError(error)?.code ?? ""];
  return (
    <div className="alert alert-warning">
      {action === "joinWaitlist"
        ? `We couldn't put ${name} on the waitlist.`
        : `We couldn't select this class for ${name}.`}{" "}
      {errorMessage(error)} {link ? <Link to={link[0]}>{link[1]}</Link> : null}
    </div>
  );
}
