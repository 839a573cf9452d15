import { calls } from "../shared/paths";
import { request } from "../shared/request";
import { useUserData } from "../shared/resources";

/** The e-mail settings of the current user, and since when their address refuses e-mails. */
export function useEmailSettings() {
  return useUserData(calls.myEmail);
}

/** Switches the reminders before a class on or off. */
export async function changeReminders(wantsReminders: boolean): Promise<void> {
  await request(calls.myEmail, { method: "PATCH", body: { wantsReminders } });
}
