import { lazy, Suspense, useRef } from "react";
import { Dialog } from "../../shared/components/Dialog";
import { Progress } from "../../shared/screens/Progress";
import type { CampClass } from "../api";
import { preserveFocus } from "../model/cardFocus";
import type { Family } from "../model/offers";
import type { Question } from "./useClassSelection";

/** Loaded on demand: only families with children need it. */
const FamilyQuestion = lazy(async () => {
  try {
    return await import(/* webpackChunkName: "family-question" */ "./FamilyQuestion");
  } catch {
    return { default: NotLoaded };
  }
});

function NotLoaded() {
  return <p role="alert">This didn't load. Check your connection, and reload the page.</p>;
}

interface FamilySheetProps {
  /** Null while the dialog is closed. */
  question: Question | null;
  family: Family;
  close: () => void;
}

/** Asks who takes part, and selects the class for all of them or puts them on its waitlist. */
export function FamilySheet({ question, family, close }: FamilySheetProps) {
  const chosen = useRef<CampClass | null>(null);
  const onExited = () => {
    // The button that opened the dialog is disabled once everybody has selected the class, or waits for it.
    if (chosen.current) preserveFocus(chosen.current)();
    chosen.current = null;
  };
  const onDone = (campClass: CampClass) => {
    chosen.current = campClass;
    close();
  };
  return (
    <Dialog title="Who is it for?" open={question !== null} close={close} hasInput onExited={onExited}>
      {question ? (
        <Suspense fallback={<Progress label="Loading your family" />}>
          <FamilyQuestion question={question} family={family} onDone={onDone} />
        </Suspense>
      ) : null}
    </Dialog>
  );
}
