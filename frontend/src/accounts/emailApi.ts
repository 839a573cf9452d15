import { calls } from "../shared/paths";
import { request } from "../shared/request";
import { useUserData } from "../shared/resources";

/** The current user's e-mail settings, and the time of the last e-mail that their address refused. */
export function useEmailSettings() {
  return useUserData(calls.myEmail);
}

/** Switches the reminders before a class on or off. */
export async function changeReminders(wantsReminders: boolean): Promise<void> {
  await request(calls.myEmail, { method: "PATCH", body: { wantsReminders } });
}
