import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSessionState } from "../accounts/SessionProvider";
import { useSay } from "../shared/Toasts";
import type { CampClass } from "./api";
import { focusCard } from "./cardFocus";
import type { Selecting } from "./useSelecting";

const GONE = "The class that you have chosen is not in this list any more.";
const NOT_YOURS = "is not selected: only students select classes.";

/** Who chose a class, was led to log in and comes back: the class is selected for them, once. */
export function useChosenBefore(classes: readonly CampClass[] | undefined, { select }: Selecting): void {
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSessionState();
  const say = useSay();
  const done = useRef<string | null>(null);
  const chosen = chosenIn(location.state);
  useEffect(() => {
    if (chosen === null || !classes || session.status !== "in" || done.current === chosen) return;
    done.current = chosen;
    // A reload must not select it again.
    navigate(location, { replace: true, state: null, preventScrollReset: true });
    const campClass = classes.find(({ _id }) => _id === chosen);
    if (!campClass) say(GONE, "warning");
    else if (session.role !== "student") say(`${campClass.nameClass} ${NOT_YOURS}`, "warning");
    else void select(campClass).then(() => focusCard(campClass));
  }, [chosen, classes, session, location, navigate, say, select]);
}

function chosenIn(state: unknown): string | null {
  const chosen = (state as { chosen?: unknown } | null)?.chosen;
  return typeof chosen === "string" ? chosen : null;
}
