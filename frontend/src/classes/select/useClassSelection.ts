import { useState } from "react";
import { useChildren } from "../../accounts/children/childrenApi";
import type { SelectionAction } from "../../accounts/session/returnTo";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { asApiError, errorMessage } from "../../shared/api/apiError";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useUserEmail } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { type BookableClass, type CampClass, selectClass } from "../api";
import { agesText } from "../page/classFacts";
import { joinWaitlist } from "../waitlist/waitlistApi";
import { childNameOf, MYSELF, type Participant } from "./participants";
import { type ParticipantStatuses, useParticipantStatuses } from "./useParticipantStatuses";

export interface ClassSelection extends ParticipantStatuses {
  /** Selects the class and returns whether that succeeded. Where a question comes first, sets `question` instead. */
  select: (campClass: CampClass) => Promise<boolean>;
  /** As `select`, for the waitlist of the class. */
  join: (campClass: CampClass) => Promise<boolean>;
  /** Whether it is known if the user has children. */
  isReady: boolean;
  /** Whether this action for the class is in progress. */
  isBusy: (campClass: CampClass, action: SelectionAction) => boolean;
  /**
   * The open question, or null: `login` asks a visitor to log in; `participant` asks who takes part, or, without children,
   * whether the age limit fits.
   */
  question: Question | null;
  closeQuestion: () => void;
}

export interface Question {
  about: "login" | "participant";
  campClass: CampClass;
  action: SelectionAction;
}

const UNKNOWN_FAMILY = "We couldn't check who you can select classes for. Please try again.";

/** The selection of classes by the current user, and their waitlist entries. */
export function useClassSelection(): ClassSelection {
  const session = useSessionState();
  const family = useParticipantStatuses();
  const toast = useToast();
  const isStudent = session.status === "in" && session.role === "student";
  const children = useChildren({ enabled: isStudent });
  const [question, setQuestion] = useState<Question | null>(null);
  const { run, running } = useSelectOrJoinAction();
  const begin = async (campClass: CampClass, action: SelectionAction) => {
    if (session.status === "out") setQuestion({ about: "login", campClass, action });
    if (session.status === "unreachable") toast(errorMessage(session.error), "error");
    if (session.status !== "in") return false;
    const loaded = children.data ?? (await children.mutate());
    if (!loaded) toast(UNKNOWN_FAMILY, "error");
    if (loaded?.length === 0 && agesText(campClass) === null) return run(campClass, MYSELF, action);
    if (loaded) setQuestion({ about: "participant", campClass, action });
    return false;
  };
  return {
    ...family,
    select: (campClass) => begin(campClass, "select"),
    join: (campClass) => begin(campClass, "joinWaitlist"),
    isReady: !isStudent || children.data !== undefined || children.error !== undefined,
    isBusy: ({ _id }, action) =>
      running.some(([campClass, , each]) => campClass._id === _id && each === action),
    question,
    closeQuestion: () => setQuestion(null),
  };
}

/** An action that selects a class for a participant, or puts them on its waitlist. It shows an error as a toast. */
export function useSelectOrJoinAction() {
  const toast = useToast();
  return useAction(useSelectOrJoin(), (failure, { nameClass }) => {
    const error = asApiError(failure);
    // When the session ends, SessionProvider shows the message.
    if (!error?.endsSession)
      toast(`${nameClass}: ${errorMessage(failure)}`, error?.isOutdated ? "warning" : "error");
  });
}

/**
 * Returns a function that selects a class for a participant, or puts them on its waitlist. It rejects with an ApiError.
 */
export function useSelectOrJoin(): (
  campClass: BookableClass,
  participant: Participant,
  action: SelectionAction,
) => Promise<void> {
  const email = useUserEmail() ?? "";
  const toast = useToast();
  const invalidate = {
    select: useInvalidateAfter("selectClass"),
    joinWaitlist: useInvalidateAfter("joinWaitlist"),
    refused: useInvalidateAfter("refusedRequest"),
  };
  return async (campClass, participant, action) => {
    try {
      if (action === "select") {
        await selectClass(campClass, email, participant.childId);
        toast(selectedText(campClass, participant));
      } else {
        toast(joinedText(campClass, participant, await joinWaitlist(campClass._id, participant.childId)));
      }
    } catch (error) {
      if (asApiError(error)?.isOutdated) void invalidate.refused();
      throw error;
    }
    await invalidate[action]();
  };
}

function selectedText({ nameClass }: BookableClass, participant: Participant): string {
  const name = childNameOf(participant);
  return `${nameClass} is Selected Successfully${name === null ? "" : ` for ${name}`}`;
}

function joinedText({ nameClass }: BookableClass, participant: Participant, position: number): string {
  const name = childNameOf(participant);
  return `${name === null ? "You're" : `${name} is`} number ${position} on the waitlist for ${nameClass}`;
}
