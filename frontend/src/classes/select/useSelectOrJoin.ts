import type { SelectionAction } from "../../accounts/session/returnTo";
import { asApiError, errorMessage } from "../../shared/api/apiError";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useUserEmail } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { type BookableClass, selectClass } from "../api";
import { joinWaitlist } from "../waitlist/waitlistApi";
import { childNameOf, type Participant } from "./participants";

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
