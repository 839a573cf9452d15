import type { SelectionAction } from "../../accounts/session/returnTo";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useUserEmail } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { formatList } from "../../shared/intl";
import { pages } from "../../shared/paths";
import { type BookableClass, selectClass } from "../api";
import { isOpen } from "../model/opening";
import { childNameOf, namesOf, type Participant } from "../model/participants";
import { joinWaitlist } from "../waitlistApi";

/** An action that selects a class for a participant, or puts them on its waitlist. It shows an error as a toast. */
export function useSelectOrJoinAction() {
  const toast = useToast();
  const selectOrJoin = useSelectOrJoin();
  const selectOrJoinOne = async (campClass: BookableClass, by: Participant, action: SelectionAction) => {
    const [refusal] = await selectOrJoin(campClass, [by], action);
    if (refusal) throw refusal.error;
  };
  return useAction(selectOrJoinOne, (failure, { nameClass }) => {
    const error = asApiError(failure);
    // When the session ends, SessionProvider shows the message.
    if (!error?.endsSession)
      toast(`${nameClass}: ${errorMessage(failure)}`, error?.isOutdated ? "warning" : "error");
  });
}

/** The link to what the user has selected, to pay for it once its registration is open. */
function toBasket(campClass: BookableClass) {
  return [pages.mySelectedClasses, isOpen(campClass) ? "Go to payment" : "See when you can pay"] as const;
}

/** Why the server refused the action for a participant. */
export interface Refusal {
  participant: Participant;
  error: unknown;
}

/**
 * Returns a function that selects a class for participants, or puts them on its waitlist, one after the other. It returns
 * the refusals.
 */
export function useSelectOrJoin(): (
  campClass: BookableClass,
  participants: readonly Participant[],
  action: SelectionAction,
) => Promise<Refusal[]> {
  const email = useUserEmail() ?? "";
  const toast = useToast();
  const invalidate = {
    select: useInvalidateAfter("selectClass"),
    joinWaitlist: useInvalidateAfter("joinWaitlist"),
    refused: useInvalidateAfter("refusedRequest"),
  };
  return async (campClass, participants, action) => {
    const selectOrJoin = async ({ childId }: Participant) => {
      if (action === "joinWaitlist") return joinWaitlist(campClass._id, childId);
      await selectClass(campClass, email, childId);
      return null;
    };
    const done: Done[] = [];
    const refusals: Refusal[] = [];
    for (const participant of participants) {
      try {
        done.push({ participant, position: await selectOrJoin(participant) });
      } catch (error) {
        refusals.push({ participant, error });
        if (asApiError(error)?.endsSession) return refusals;
      }
    }
    if (done.length > 0 && action === "select")
      toast(selectedText(campClass, done), "success", toBasket(campClass));
    if (done.length > 0 && action === "joinWaitlist") toast(joinedText(campClass, done));
    if (refusals.some(({ error }) => asApiError(error)?.isOutdated)) void invalidate.refused();
    if (done.length > 0) await invalidate[action]();
    return refusals;
  };
}

/** `position`: the position on the waitlist, if the action was to join it. */
interface Done {
  participant: Participant;
  position: number | null;
}

function selectedText({ nameClass }: BookableClass, done: readonly Done[]): string {
  const participants = done.map(({ participant }) => participant);
  const isOnlyUser = participants.every(({ childId }) => childId === null);
  return `${nameClass} is Selected Successfully${isOnlyUser ? "" : ` for ${namesOf(participants)}`}`;
}

function joinedText({ nameClass }: BookableClass, done: readonly Done[]): string {
  const texts = done.map(({ participant, position }) => {
    const name = childNameOf(participant);
    return `${name === null ? "You're" : `${name} is`} number ${position}`;
  });
  return `${formatList(texts)} on the waitlist for ${nameClass}`;
}
