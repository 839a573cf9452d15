import type { KnownParticipant } from "../participants/ParticipantCare";
import type { TodayRow } from "./api";

/** What the list of the day knows about a participant, also without a network. */
export function knownToday({
  guardianName = null,
  guardianPhone,
  barred,
  ...row
}: TodayRow): KnownParticipant {
  return {
    ...row,
    guardianName,
    guardianPhone: guardianPhone ?? "",
    nothingToTell: row.allergies === "",
    contacts: [
      ...row.contacts.map((each) => ({ ...each, barred: false })),
      ...barred.map((each) => ({ ...each, phone: "", emergency: false, mayPickUp: false, barred: true })),
    ],
  };
}
