import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { pendingSelectionIn } from "../../accounts/session/returnTo";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { useToast } from "../../shared/components/Toasts";
import { takeDraft } from "../../shared/forms/drafts";
import type { CampClass } from "../api";
import { trackCardFocus } from "../model/cardFocus";
import type { ClassSelection } from "./useClassSelection";

const NOT_LISTED = "The class you chose is no longer on this list.";
const STUDENTS_ONLY = {
  select: (nameClass: string) => `${nameClass} wasn't selected. Only students can select classes.`,
  joinWaitlist: (nameClass: string) =>
    `You weren't added to the waitlist for ${nameClass}. Only students can join waitlists.`,
};

/** The name under which the open sheet of a page is saved if the session ends. */
export function sheetDraftName(pathname: string): string {
  return `sheet-${pathname}`;
}

/**
 * Selects, once, the class that the user chose before the login, or joins its waitlist. Reopens the sheet that closed when
 * the session ended.
 */
export function useSelectAfterLogin(
  classes: readonly CampClass[] | undefined,
  begin: ClassSelection["begin"],
  isReady: boolean,
): void {
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSessionState();
  const toast = useToast();
  const handled = useRef<string | null>(null);
  useEffect(() => {
    if (!classes || session.status !== "in" || !isReady) return;
    const draft = sheetDraftName(location.pathname);
    const pending = pendingSelectionIn(location.state) ?? pendingSelectionIn(takeDraft(draft));
    if (pending === null || handled.current === pending.classId) return;
    const { classId, action } = pending;
    handled.current = classId;
    // Removes the class from the router state, because a reload would select it again.
    navigate(location, { replace: true, state: null, preventScrollReset: true });
    const campClass = classes.find(({ _id }) => _id === classId);
    if (!campClass) toast(NOT_LISTED, "warning");
    else if (session.role !== "student") toast(STUDENTS_ONLY[action](campClass.nameClass), "warning");
    else void begin(campClass, action).then(trackCardFocus(campClass));
  }, [classes, session, location, navigate, toast, begin, isReady]);
}
