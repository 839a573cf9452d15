import type { Guardian, SharedChild } from "../accounts/guardians/api";
import { inMinutes } from "./builders";

/** An accepted guardian of a child. */
export function aGuardian(overrides: Partial<Guardian> = {}): Guardian {
  const accepted = { acceptedAt: "2027-01-05T12:00:00Z", expiresAt: null };
  return {
    _id: "8",
    email: "dad@camp.example",
    name: "Dad",
    care: false,
    frozen: false,
    ...accepted,
    ...overrides,
  };
}

/** A child of another account, with one seat. */
export function aSharedChild(overrides: Partial<SharedChild> = {}): SharedChild {
  const day = 24 * 60;
  const lessons = [1, 8].map((days) => ({
    _id: String(days),
    startsAt: inMinutes(days * day),
    endsAt: inMinutes(days * day + 60),
    place: "",
  }));
  const seat = {
    enrollmentId: "5",
    classId: "7",
    nameClass: "Clay",
    instructorName: "Ida",
    place: "Barn",
    bring: "Apron",
  };
  return {
    childId: "3",
    guardianshipId: "8",
    name: "Mia",
    care: false,
    seats: [{ ...seat, lessons }],
    missing: [],
    messages: [],
    ...overrides,
  };
}
