import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSessionState } from "../accounts/SessionProvider";
import { useToast } from "../shared/Toasts";
import type { CampClass } from "./api";
import { focusCard } from "./cardFocus";
import type { ClassSelection } from "./useClassSelection";

const NOT_LISTED = "The class you chose is no longer on this list.";
const STUDENTS_ONLY = "was not selected. Only students can select classes.";

/** Selects, once, the class that the user chose before the login. */
export function useSelectAfterLogin(
  classes: readonly CampClass[] | undefined,
  { select, isReady }: ClassSelection,
): void {
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSessionState();
  const toast = useToast();
  const handled = useRef<string | null>(null);
  const classId = classIdFrom(location.state);
  useEffect(() => {
    if (classId === null || !classes || session.status !== "in" || !isReady) return;
    if (handled.current === classId) return;
    handled.current = classId;
    // Removes the class from the router state, because a reload would select it again.
    navigate(location, { replace: true, state: null, preventScrollReset: true });
    const campClass = classes.find(({ _id }) => _id === classId);
    if (!campClass) toast(NOT_LISTED, "warning");
    else if (session.role !== "student") toast(`${campClass.nameClass} ${STUDENTS_ONLY}`, "warning");
    else void select(campClass).then(() => focusCard(campClass));
  }, [classId, classes, session, location, navigate, toast, select, isReady]);
}

function classIdFrom(state: unknown): string | null {
  const classId = (state as { classId?: unknown } | null)?.classId;
  return typeof classId === "string" ? classId : null;
}
