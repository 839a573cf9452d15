import type { SelectionAction } from "../../accounts/session/returnTo";
import { asApiError, errorMessage } from "../../shared/api/apiError";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useUserEmail } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { pages } from "../../shared/paths";
import { type BookableClass, selectClass } from "../api";
import { joinWaitlist } from "../waitlist/waitlistApi";
import { childNameOf, namesOf, type Participant } from "./participants";

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

const TO_BASKET = [pages.mySelectedClasses, "Go to payment"] as const;

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
    const done: Done[] = [];
    const refusals: Refusal[] = [];
    for (const participant of participants) {
      try {
        if (action === "select") await selectClass(campClass, email, participant.childId);
        const position = action === "select" ? null : await joinWaitlist(campClass._id, participant.childId);
        done.push({ participant, position });
      } catch (error) {
        refusals.push({ participant, error });
        if (asApiError(error)?.endsSession) return refusals;
      }
    }
    if (done.length > 0 && action === "select") toast(selectedText(campClass, done), "success", TO_BASKET);
    if (done.length > 0 && action === "joinWaitlist") toast(joinedText(campClass, done));
    if (refusals.some(({ error }) => asApiError(error)?.isOutdated)) void invalidate.refused();
    if (done.length > 0) await invalidate[action]();
    return refusals;
  };
}

/** `position`: that on the waitlist. */
interface Done {
  participant: Participant;
  position: number | null;
}

function selectedText({ nameClass }: BookableClass, done: readonly Done[]): string {
  const participants = done.map(({ participant }) => participant);
  const isOnlyUser = participants.every(({ childId }) => childId === null);
  return `${nameClass} is Selected Successfully${isOnlyUser ? "" : ` for ${namesOf(participants)}`}`;
}

const list = new Intl.ListFormat("en-US");

function joinedText({ nameClass }: BookableClass, done: readonly Done[]): string {
  const texts = done.map(({ participant, position }) => {
    const name = childNameOf(participant);
    return `${name === null ? "You're" : `${name} is`} number ${position}`;
  });
  return `${list.format(texts)} on the waitlist for ${nameClass}`;
}
