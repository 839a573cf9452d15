import { request } from "../shared/api/request";
import { useUserData, useUserEmail } from "../shared/api/resources";
import type { Row } from "../shared/api/types";
import { POLLED, usePolling } from "../shared/api/usePolling";
import { calls } from "../shared/paths";

/** A waitlist entry of a participant, or the offer that they have. */
export type WaitlistEntry = Row<"/waitlist">;
/** An entry as the instructor of the class and admins see it. */
export type ClassWaitlistEntry = Row<"/classes/{id}/waitlist">;

/** All cards of a page share one request; but a response that is shared for longer would replace those of polling. */
const SHARED_BRIEFLY = { dedupingInterval: 2000 };

/** The waitlist entries of the current user and their children. */
export function useWaitlist({ enabled = true } = {}) {
  const email = useUserEmail();
  return useUserData(enabled && email !== null ? calls.waitlistOf(email) : null, SHARED_BRIEFLY);
}

/** As `useWaitlist`. Polls while there is an entry. */
export function usePolledWaitlist() {
  const email = useUserEmail();
  const path = email === null ? null : calls.waitlistOf(email);
  const waitlist = useUserData(path, POLLED);
  usePolling(waitlist.data && waitlist.data.length > 0 ? path : null);
  return waitlist;
}

/** Puts the user, or their child, on the waitlist of a class. Returns their position. */
export async function joinWaitlist(classId: string, childId: string | null): Promise<number> {
  const { position } = await request(calls.waitlist, { method: "POST", body: { classId, childId } });
  return position;
}
