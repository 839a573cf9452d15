import { useState } from "react";
import { useChildren } from "../accounts/childrenApi";
import { useSessionState } from "../accounts/SessionProvider";
import { asApiError, errorMessage } from "../shared/apiError";
import { useInvalidate, useUserEmail } from "../shared/resources";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { type CampClass, invalidatedBy, selectClass } from "./api";
import { agesText } from "./classFacts";
import { childNameOf, MYSELF, type Participant } from "./participants";
import { type Bookings, useBookings } from "./useBookings";

export interface ClassSelection extends Bookings {
  /** Selects the class and returns whether that succeeded. Where a question comes first, sets `question` instead. */
  select: (campClass: CampClass) => Promise<boolean>;
  /** Whether it is known if the user has children. */
  isReady: boolean;
  /** Whether the selection of the class is in progress. */
  isBusy: (campClass: CampClass) => boolean;
  /**
   * What to ask before a class is selected: a visitor to log in, a user with children who takes part, a user without
   * children whether a class with an age limit is for them.
   */
  question: Question | null;
  closeQuestion: () => void;
}

interface Question {
  about: "login" | "participant";
  campClass: CampClass;
}

const UNKNOWN_FAMILY = "We couldn't check who you can select classes for. Please try again.";

/** The selection of classes by the current user. */
export function useClassSelection(): ClassSelection {
  const session = useSessionState();
  const bookings = useBookings();
  const toast = useToast();
  const isStudent = session.status === "in" && session.role === "student";
  const children = useChildren({ enabled: isStudent });
  const [question, setQuestion] = useState<Question | null>(null);
  const { run, running } = useAction(useSelectClass(), (failure, { nameClass }) => {
    const error = asApiError(failure);
    // When the session ends, SessionProvider shows the message.
    if (!error?.endsSession)
      toast(`${nameClass}: ${errorMessage(failure)}`, error?.isOutdated ? "warning" : "error");
  });
  const select = async (campClass: CampClass) => {
    if (session.status === "out") setQuestion({ about: "login", campClass });
    if (session.status === "unreachable") toast(errorMessage(session.error), "error");
    if (session.status !== "in") return false;
    const family = children.data ?? (await children.mutate());
    if (!family) toast(UNKNOWN_FAMILY, "error");
    if (family?.length === 0 && agesText(campClass) === null) return run(campClass, MYSELF);
    if (family) setQuestion({ about: "participant", campClass });
    return false;
  };
  return {
    ...bookings,
    select,
    isReady: !isStudent || children.data !== undefined || children.error !== undefined,
    isBusy: ({ _id }) => running.some(([campClass]) => campClass._id === _id),
    question,
    closeQuestion: () => setQuestion(null),
  };
}

/** Returns a function that selects a class for a participant. It rejects with an ApiError. */
export function useSelectClass(): (campClass: CampClass, participant: Participant) => Promise<void> {
  const email = useUserEmail() ?? "";
  const toast = useToast();
  const invalidate = useInvalidate();
  return async (campClass, participant) => {
    try {
      await selectClass(campClass, email, participant.childId);
    } catch (error) {
      if (asApiError(error)?.isOutdated) void invalidate(...invalidatedBy.rejectedSelection(email));
      throw error;
    }
    const name = childNameOf(participant);
    toast(`${campClass.nameClass} is Selected Successfully${name === null ? "" : ` for ${name}`}`);
    await invalidate(...invalidatedBy.selectClass(email));
  };
}
