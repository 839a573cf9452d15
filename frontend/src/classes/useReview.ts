import { useRef } from "react";
import { asApiError, errorMessage } from "../shared/apiError";
import { useInvalidate } from "../shared/resources";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { approveClass, denyClass, sendFeedback as send, withdrawClass } from "./adminApi";
import { invalidatedBy, type ReviewedClass } from "./api";
import { preserveFocus } from "./cardFocus";

/** The review actions of an admin on one class. */
export function useReview(campClass: ReviewedClass) {
  const { _id, status } = campClass;
  const toast = useToast();
  const invalidate = useInvalidate();
  const listIsOutdated = useRef(false);
  const denied = useRef(status === "Denied");

  const refreshList = async () => {
    listIsOutdated.current = false;
    const restoreFocus = preserveFocus(campClass);
    await invalidate(...invalidatedBy.reviewClass());
    restoreFocus();
  };

  const onError = async (error: unknown) => {
    const isOutdated = asApiError(error)?.isOutdated;
    toast(reviewErrorMessage(error), isOutdated ? "warning" : "error");
    if (isOutdated) await refreshList();
  };

  const approval = useAction(async () => {
    await approveClass(_id);
    toast("Class is Approved Successfully");
    await refreshList();
  }, onError);

  const denial = useAction(async () => {
    await denyClass(_id);
    toast("Class is Denied!", "warning");
    denied.current = true;
    // The feedback dialog opens now, and a refresh may remove the class together with its dialog.
    listIsOutdated.current = true;
  }, onError);

  /** @throws ApiError which the form shows; the typed text stays in the form */
  const sendFeedback = async (feedback: string) => {
    try {
      await (denied.current ? send(_id, feedback) : denyClass(_id, feedback));
    } catch (error) {
      listIsOutdated.current = asApiError(error)?.isOutdated ?? false;
      throw error;
    }
    if (denied.current) toast("Your feedback has been sent.");
    else toast("Class is Denied!", "warning");
    await refreshList();
  };

  /** Also succeeds if another admin has withdrawn the class. @throws ApiError which the form shows */
  const withdraw = async (reason: string) => {
    try {
      await withdrawClass(_id, reason);
      toast("The class has been withdrawn.", "warning");
    } catch (error) {
      listIsOutdated.current = asApiError(error)?.isOutdated ?? false;
      if (asApiError(error)?.code !== "already_withdrawn") throw error;
      toast(errorMessage(error), "warning");
    }
    listIsOutdated.current = true;
  };

  /** Refreshes an outdated list only now: a refresh may remove the class, and the dialog with the typed text. */
  const closeDialog = () => {
    if (listIsOutdated.current) void refreshList();
  };

  return { approval, denial, isDenied: () => denied.current, sendFeedback, withdraw, closeDialog };
}

/** The message shown to an admin if a review fails. */
export function reviewErrorMessage(error: unknown): string {
  const message = errorMessage(error);
  return asApiError(error)?.code === "already_decided" ? `Someone else got there first. ${message}` : message;
}
