import { useState } from "react";
import { useSessionState } from "../accounts/SessionProvider";
import { ApiError, explain } from "../shared/apiError";
import { calls } from "../shared/paths";
import { useMine, useRefresh } from "../shared/resources";
import { useSay } from "../shared/Toasts";
import { type CampClass, type EnrolledClass, type Selection, selectClass } from "./api";

/** Why somebody cannot select a class; `waiting` while it is not known yet. */
export type Obstacle = "admin" | "instructor" | "selected" | "enrolled" | "full" | "waiting";

export interface Selecting {
  obstacle: (campClass: CampClass) => Obstacle | null;
  /** Selects the class, or asks who is not logged in to log in first. True once it is selected. */
  select: (campClass: CampClass) => Promise<boolean>;
  /** The class that is being selected. */
  busy: string | null;
  /** The class that somebody who is not logged in wants. */
  wanted: CampClass | null;
  forgetWanted: () => void;
}

/** How the visitor may select classes. */
export function useSelecting(): Selecting {
  const state = useSessionState();
  const obstacle = useObstacles();
  const choose = useChoosing();
  const say = useSay();
  const [busy, setBusy] = useState<string | null>(null);
  const [wanted, setWanted] = useState<CampClass | null>(null);
  const select = async (campClass: CampClass) => {
    if (state.status === "out") setWanted(campClass);
    if (state.status === "unreachable") say(explain(state.error), "error");
    if (state.status !== "in") return false;
    setBusy(campClass._id);
    try {
      return await choose(campClass, state.person.email);
    } finally {
      setBusy(null);
    }
  };
  return { obstacle, select, busy, wanted, forgetWanted: () => setWanted(null) };
}

/** Selects a class and tells how that went; what it changes is seen at once. */
function useChoosing() {
  const say = useSay();
  const refresh = useRefresh();
  return async (campClass: CampClass, email: string): Promise<boolean> => {
    const mine = [calls.selected(email), calls.enrolled(email)];
    try {
      await selectClass(campClass, email);
    } catch (error) {
      // The end of a session is told by the session.
      if (!endsSession(error)) say(`${campClass.nameClass}: ${explain(error)}`, toneOf(error));
      if (isRefusal(error)) await refresh(calls.classes, calls.popularClasses, ...mine);
      return false;
    }
    say(`${campClass.nameClass} is Selected Successfully`);
    await refresh(...mine);
    return true;
  };
}

function useObstacles(): Selecting["obstacle"] {
  const state = useSessionState();
  const student = state.status === "in" && state.role === "student" ? state.person.email : null;
  const selected = useMine<Selection[]>(student && calls.selected(student));
  const enrolled = useMine<EnrolledClass[]>(student && calls.enrolled(student));
  return (campClass) => {
    const isThis = ({ classId }: { classId: string }) => classId === campClass._id;
    if (state.status === "in" && state.role !== "student") return state.role;
    if (enrolled.data?.some(isThis)) return "enrolled";
    if (selected.data?.some(isThis)) return "selected";
    if (campClass.seats === 0) return "full";
    // Where they cannot be read the server still decides.
    const reading = (!selected.data && !selected.error) || (!enrolled.data && !enrolled.error);
    return state.status === "loading" || (student !== null && reading) ? "waiting" : null;
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 404);
}

function toneOf(error: unknown): "warning" | "error" {
  return isRefusal(error) ? "warning" : "error";
}

function endsSession(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 401 || error.status === 403 || error.code === "superseded")
  );
}
