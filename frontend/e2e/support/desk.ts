import type { components } from "../../src/shared/api/api.gen";
import type { User } from "./api";

type FamilyRow = components["schemas"]["FamilyRowOutput"];

/** The id of the account with this e-mail address, as the office finds it. */
export async function familyIdOf(admin: User, email: string): Promise<string> {
  const rows = await admin.request<FamilyRow[]>("GET", `/families?q=${encodeURIComponent(email)}`);
  const family = rows.find((each) => each.email === email);
  if (!family) throw new Error("The office has no such family.");
  return family._id;
}

interface DeskSeat {
  classId: string;
  childId: string | null;
  price: number;
}

/** Enrolls a participant of the family at the desk, with a check. Returns the id of the family. */
export async function payAtDesk(admin: User, family: User, { price, ...seat }: DeskSeat): Promise<string> {
  const userId = await familyIdOf(admin, family.email);
  const paid = { method: "check", reference: "No. 7", total: price, key: crypto.randomUUID() };
  await admin.request("POST", "/desk/enrollments", { userId, lines: [seat], ...paid });
  return userId;
}
