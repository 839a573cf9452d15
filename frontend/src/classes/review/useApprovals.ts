import { useEffect, useEffectEvent, useRef, useState } from "react";
import { errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { currentUserEmail } from "../../shared/api/request";
import { useToast } from "../../shared/components/Toasts";
import type { ReviewedClass } from "../api";
import { preserveFocus } from "../model/cardFocus";
import { approve } from "./approve";

export const UNDO_SECONDS = 10;

/** The approvals of a page that the list of classes does not show yet. */
export interface Approvals {
  /** Those that can still be undone, the earliest first. */
  waiting: readonly ReviewedClass[];
  /** Whether the approval of a class waits or is being sent. */
  isApproving: (campClass: ReviewedClass) => boolean;
  start: (...classes: ReviewedClass[]) => void;
  undo: (campClass: ReviewedClass) => void;
}

/** Approvals that are sent after ten seconds, or when the user leaves the page. Until then they can be undone. */
export function useApprovals(): Approvals {
  const [waiting, setWaiting] = useState<readonly ReviewedClass[]>([]);
  const [sending, setSending] = useState<readonly ReviewedClass[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const send = useSendApproval();
  /** Returns false if the approval is no longer waiting. */
  const stopWaiting = ({ _id }: ReviewedClass): boolean => {
    clearTimeout(timers.current.get(_id));
    setWaiting((before) => before.filter((each) => each._id !== _id));
    return timers.current.delete(_id);
  };
  const sendNow = async (campClass: ReviewedClass) => {
    if (!stopWaiting(campClass)) return;
    setSending((before) => [...before, campClass]);
    await send(campClass);
    setSending((before) => before.filter((each) => each !== campClass));
  };
  const sendAll = useEffectEvent(() => {
    for (const campClass of waiting) void sendNow(campClass);
  });
  useEffect(() => {
    const onLeave = () => sendAll();
    window.addEventListener("pagehide", onLeave);
    return () => {
      window.removeEventListener("pagehide", onLeave);
      onLeave();
    };
  }, []);
  const start = (...classes: ReviewedClass[]) => {
    const added = classes.filter(({ _id }) => !timers.current.has(_id));
    for (const campClass of added)
      timers.current.set(
        campClass._id,
        setTimeout(() => void sendNow(campClass), UNDO_SECONDS * 1000),
      );
    setWaiting((before) => [...before, ...added]);
  };
  return {
    waiting,
    isApproving: ({ _id }) => [...waiting, ...sending].some((each) => each._id === _id),
    start,
    undo: stopWaiting,
  };
}

/** Returns a function that approves a class, shows the outcome as a toast, and refreshes the list. */
function useSendApproval() {
  const toast = useToast();
  const invalidate = useInvalidateAfter("reviewClass");
  return async (campClass: ReviewedClass) => {
    const { _id, nameClass } = campClass;
    if (currentUserEmail() === null) {
      toast(`“${nameClass}” wasn't approved, because you logged out first.`, "warning");
      return;
    }
    const restoreFocus = preserveFocus(campClass);
    try {
      const refusals = await approve(campClass);
      if (refusals.length === 0) toast("Class is Approved Successfully");
      for (const refusal of refusals) toast(refusal, "warning");
    } catch (error) {
      toast(`“${nameClass}”: ${errorMessage(error)}`, "error");
    }
    await invalidate(_id);
    restoreFocus();
  };
}
