import { useState } from "react";
import { useChildren } from "../../accounts/children/api";
import type { PendingSelection, SelectionAction } from "../../accounts/session/returnTo";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { errorMessage } from "../../shared/api/errors";
import { useToast } from "../../shared/components/Toasts";
import type { CampClass } from "../api";
import { agesText } from "../model/facts";
import type { Family } from "../model/offers";
import { MYSELF } from "../model/participants";
import { useFamily } from "./useFamily";
import { useSelectAfterLogin } from "./useSelectAfterLogin";
import { useSelectOrJoinAction } from "./useSelectOrJoin";

export interface ClassSelection {
  family: Family;
  /**
   * Selects the class or joins its waitlist, and returns whether that succeeded. Where a question comes first, sets
   * `question` instead.
   */
  begin: (campClass: CampClass, action: SelectionAction) => Promise<boolean>;
  /** Whether this action for the class is in progress. */
  isBusy: (campClass: CampClass, action: SelectionAction) => boolean;
  /**
   * The open question, or null: `login` asks a visitor to log in; `participant` asks who takes part, or, without children,
   * whether the age limit fits, or for a verified address.
   */
  question: Question | null;
  closeQuestion: () => void;
}

export interface Question {
  about: "login" | "participant";
  campClass: CampClass;
  action: SelectionAction;
}

/** What to remember of the question until the user has logged in. */
export function pendingSelectionOf({ campClass: { _id, nameClass }, action }: Question): PendingSelection {
  return { classId: _id, nameClass, action };
}

const UNKNOWN_FAMILY = "We couldn't check who you can select classes for. Please try again.";
const NO_CLASSES: readonly CampClass[] = [];

/**
 * The selection of these classes by the current user, and their waitlists. Continues what a visitor began before the login.
 *
 * @param classes undefined until they are loaded
 */
export function useClassSelection(classes: readonly CampClass[] | undefined): ClassSelection {
  const session = useSessionState();
  const family = useFamily(classes ?? NO_CLASSES);
  const toast = useToast();
  const children = useChildren({ enabled: family.role === "student" });
  const [question, setQuestion] = useState<Question | null>(null);
  const { run, running } = useSelectOrJoinAction();
  const begin = async (campClass: CampClass, action: SelectionAction) => {
    if (session.status === "out") setQuestion({ about: "login", campClass, action });
    if (session.status === "unreachable") toast(errorMessage(session.error), "error");
    if (session.status !== "in") return false;
    const loaded = children.data ?? (await children.mutate());
    const needsVerification = action === "joinWaitlist" && !session.user.emailVerified;
    if (!loaded) toast(UNKNOWN_FAMILY, "error");
    else if (loaded.length > 0 || agesText(campClass) !== null || needsVerification)
      setQuestion({ about: "participant", campClass, action });
    else return run(campClass, MYSELF, action);
    return false;
  };
  useSelectAfterLogin(classes, begin, !family.loading.children);
  return {
    family,
    begin,
    isBusy: ({ _id }, action) =>
      running.some(([campClass, , each]) => campClass._id === _id && each === action),
    question,
    closeQuestion: () => setQuestion(null),
  };
}
