import { useRef, useState } from "react";
import { ApiError, explain } from "../shared/apiError";
import { calls } from "../shared/paths";
import { useRefresh } from "../shared/resources";
import { useSay } from "../shared/Toasts";
import { approve, deny, giveFeedback, type ReviewedClass } from "./approval";
import { keepPlaceAt } from "./cardFocus";

/** An admin's decisions about a class, told and seen at once. */
export function useDecisions(of: ReviewedClass) {
  const { _id, status } = of;
  const [busy, setBusy] = useState<"approve" | "deny" | null>(null);
  const say = useSay();
  const refresh = useRefresh();
  const outdated = useRef(false);

  const showAll = async () => {
    outdated.current = false;
    const keepPlace = keepPlaceAt(of);
    await refresh(calls.classes, calls.popularClasses);
    keepPlace();
  };

  const decide = async (which: "approve" | "deny") => {
    setBusy(which);
    try {
      await (which === "approve" ? approve(_id) : deny(_id));
      if (which === "approve") say("Class is Approved Successfully");
      else say("Class is Denied!", "warning");
      await showAll();
    } catch (error) {
      say(whyNot(error), isRule(error) ? "warning" : "error");
      if (isRule(error)) await showAll();
    }
    setBusy(null);
  };

  /** @throws ApiError with what to tell; the text stays where it was typed */
  const sendFeedback = async (feedback: string) => {
    try {
      await (status === "Pending" ? deny(_id, feedback) : giveFeedback(_id, feedback));
    } catch (error) {
      outdated.current = isRule(error);
      throw error;
    }
    if (status === "Pending") say("Class is Denied!", "warning");
    else say("The feedback has been sent.");
    await showAll();
  };

  /** A list that turned out to be old is asked for again only now: the class may leave it, and the text with it. */
  const stopWriting = () => {
    if (outdated.current) void showAll();
  };

  return { busy, approve: () => decide("approve"), deny: () => decide("deny"), sendFeedback, stopWriting };
}

/** What to tell about a decision that was refused. */
export function whyNot(error: unknown): string {
  const quicker = error instanceof ApiError && error.code === "already_decided";
  return quicker ? `Somebody else was quicker. ${error.message}` : explain(error);
}

/** Whether the class is no longer what the list shows. */
function isRule(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 404);
}
