import { useRef, useState } from "react";
import { asApiError, errorMessage } from "../../shared/api/apiError";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import type { ReviewedClass } from "../api";
import { preserveFocus } from "../browse/cardFocus";
import { approveClass, denyClass, sendFeedback as send, withdrawClass } from "./adminApi";

/** The review actions of an admin on one class. */
export function useReview(campClass: ReviewedClass) {
  const { _id, status } = campClass;
  const toast = useToast();
  // The list may be older than the denial until it is refreshed.
  const [wasDenied, setWasDenied] = useState(false);
  const list = useListRefresh(campClass, () => setWasDenied(false));
  const isDenied = status === "Denied" || wasDenied;

  const onError = async (error: unknown) => {
    const isOutdated = asApiError(error)?.isOutdated;
    toast(reviewErrorMessage(error), isOutdated ? "warning" : "error");
    if (isOutdated) await list.refresh();
  };

  const approval = useAction(async () => {
    await approveClass(_id);
    toast("Class is Approved Successfully");
    await list.refresh();
  }, onError);

  const denial = useAction(async () => {
    await denyClass(_id);
    toast("Class is Denied!", "warning");
    setWasDenied(true);
    // The feedback dialog opens now.
    list.refreshLater();
  }, onError);

  return { approval, denial, isDenied, ...useReviewDialogs(campClass, isDenied, list) };
}

type ListRefresh = ReturnType<typeof useListRefresh>;

/** Refreshes the list, now or when a dialog closes: a refresh may remove the class, and the dialog with the typed text. */
function useListRefresh(campClass: ReviewedClass, onRefreshed: () => void) {
  const invalidate = useInvalidateAfter("reviewClass");
  const isOutdated = useRef(false);
  const refresh = async () => {
    isOutdated.current = false;
    const restoreFocus = preserveFocus(campClass);
    await invalidate();
    onRefreshed();
    restoreFocus();
  };
  const refreshLater = () => {
    isOutdated.current = true;
  };
  const refreshIfOutdated = () => {
    if (isOutdated.current) void refresh();
  };
  return { refresh, refreshLater, refreshIfOutdated };
}

/** What the dialogs of one class send. Their forms show an error, and keep the typed text. */
function useReviewDialogs({ _id }: ReviewedClass, isDenied: boolean, list: ListRefresh) {
  const toast = useToast();
  const onError = (error: unknown) => {
    if (asApiError(error)?.isOutdated) list.refreshLater();
  };

  /** @throws ApiError */
  const sendFeedback = async (feedback: string) => {
    try {
      await (isDenied ? send(_id, feedback) : denyClass(_id, feedback));
    } catch (error) {
      onError(error);
      throw error;
    }
    if (isDenied) toast("Your feedback has been sent.");
    else toast("Class is Denied!", "warning");
    await list.refresh();
  };

  /** Also succeeds if another admin has withdrawn the class. @throws ApiError */
  const withdraw = async (reason: string) => {
    try {
      await withdrawClass(_id, reason);
      toast("The class has been withdrawn.", "warning");
    } catch (error) {
      onError(error);
      if (asApiError(error)?.code !== "already_withdrawn") throw error;
      toast(errorMessage(error), "warning");
    }
    list.refreshLater();
  };

  return { sendFeedback, withdraw, closeDialog: list.refreshIfOutdated };
}

/** The message shown to an admin if a review fails. */
export function reviewErrorMessage(error: unknown): string {
  const message = errorMessage(error);
  return asApiError(error)?.code === "already_decided" ? `Someone else got there first. ${message}` : message;
}
