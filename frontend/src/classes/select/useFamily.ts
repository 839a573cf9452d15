import { useChildren } from "../../accounts/children/api";
import { useSessionState } from "../../accounts/session/SessionProvider";
import type { SessionState } from "../../accounts/session/state";
import { type CampClass, useEnrolledClasses, useSelections } from "../api";
import { type Family, isSoldOut } from "../model/offers";
import { membersOf } from "../model/participants";
import { useWaitlist } from "../waitlistApi";

/** The family of the current user, as far as it matters for these classes. */
export function useFamily(classes: readonly CampClass[]): Family {
  const role = roleOf(useSessionState());
  const enabled = role === "student";
  const children = useChildren({ enabled });
  const selections = useSelections({ enabled });
  const enrollments = useEnrolledClasses({ enabled });
  const waitlist = useWaitlist({ enabled: enabled && classes.some(isSoldOut) });
  const isPending = ({ data, error }: { data?: unknown; error?: unknown }) =>
    enabled && data === undefined && error === undefined;
  return {
    role,
    participants: membersOf(children.data ?? []),
    selections: selections.data ?? [],
    enrollments: enrollments.data ?? [],
    entries: waitlist.data ?? [],
    loading: {
      children: isPending(children),
      seats: isPending(selections) || isPending(enrollments),
      entries: waitlist.isLoading,
    },
  };
}

function roleOf(session: SessionState): Family["role"] {
  if (session.status === "in") return session.role;
  return session.status === "loading" ? null : "visitor";
}
