import { useRef } from "react";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { useToast } from "../../shared/components/Toasts";
import { calls, pages } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { preserveFocus } from "../model/cardFocus";

/** What the dialogs of an admin on one class send. Their forms show an error, and keep the typed text. */
export function useReview(campClass: ReviewedClass) {
  const { _id, status } = campClass;
  const toast = useToast();
  const list = useListRefresh(campClass);
  const isDenied = status === "Denied";
  const onError = (error: unknown) => {
    if (asApiError(error)?.isOutdated) list.refreshLater();
  };

  /** Denies a pending class with the feedback as the reason. @throws ApiError */
  const sendFeedback = async (feedback: string) => {
    try {
      const to = isDenied ? calls.feedback(_id) : calls.deny(_id);
      await request(to, { method: "PATCH", body: { feedback } });
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
    const refunds = [pages.staffClass(_id, "money"), "See the refunds"] as const;
    try {
      await request(calls.withdraw(_id), { method: "PATCH", body: { reason, dryRun: false } });
      toast("The class has been withdrawn.", "warning", refunds);
    } catch (error) {
      onError(error);
      if (asApiError(error)?.code !== "already_withdrawn") throw error;
      toast(errorMessage(error), "warning", refunds);
    }
    await list.refresh();
  };

  return { isDenied, sendFeedback, withdraw, closeDialog: list.refreshIfOutdated };
}

/** Refreshes the list, now or when a dialog closes: a refresh may remove the class, and the dialog with the typed text. */
function useListRefresh(campClass: ReviewedClass) {
  const invalidate = useInvalidateAfter("reviewClass");
  const isOutdated = useRef(false);
  const refresh = async () => {
    isOutdated.current = false;
    const restoreFocus = preserveFocus(campClass);
    await invalidate(campClass._id);
    // After the list has rendered, and a dialog that left with its class has released the focus.
    setTimeout(restoreFocus);
  };
  const refreshLater = () => {
    isOutdated.current = true;
  };
  const refreshIfOutdated = () => {
    if (isOutdated.current) void refresh();
  };
  return { refresh, refreshLater, refreshIfOutdated };
}
