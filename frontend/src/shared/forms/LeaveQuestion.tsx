import { useEffect, useState } from "react";
import { useBlocker } from "react-router-dom";
import { currentUserEmail } from "../api/request";
import { ConfirmDialog } from "../components/Dialog";
import { useIsUnsaved } from "./unsaved";

/** Asks before the user leaves a page with a form whose values would be lost. Needs to be on the page once. */
export function LeaveQuestion() {
  return useIsUnsaved() ? <Question /> : null;
}

function Question() {
  const [author] = useState(currentUserEmail);
  useUnloadQuestion(true);
  const { state, reset, proceed } = useBlocker(
    // A login or the end of a session opens another page without a question.
    ({ currentLocation, nextLocation }) =>
      currentUserEmail() === author && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      title="Leave this page?"
      open={state === "blocked"}
      close={() => reset?.()}
      cancel="Stay here"
      confirm="Leave"
      onConfirm={() => proceed?.()}
    >
      <p className="mb-0">What you typed isn't saved, and will be lost.</p>
    </ConfirmDialog>
  );
}

/** Lets the browser ask before it closes or reloads the page. */
export function useUnloadQuestion(needed: boolean): void {
  useEffect(() => {
    if (!needed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [needed]);
}
