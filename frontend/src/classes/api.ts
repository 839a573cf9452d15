import { useSessionState } from "../accounts/session/SessionProvider";
import { request } from "../shared/api/request";
import { useUserData, useUserEmail } from "../shared/api/resources";
import type { ResponseBody, Row } from "../shared/api/types";
import { calls } from "../shared/paths";

/** A class in the public lists. */
export type CampClass = Row<"/popularClasses">;
/** A class, as far as a student needs it who selects it or waits for a seat. */
export type BookableClass = Omit<CampClass, "status" | "instructorId">;
/** A class with its lessons and its instructor, as its page shows it. */
export type ClassDetails = ResponseBody<"GET", "/classes/{id}">;
/** A class with the properties that only its instructor and admins see. */
export type ReviewedClass = Row<"/classes">;
/** A class, as its instructor, the substitute of a lesson on its day and the office see it. */
export type MyClass = ResponseBody<"GET", "/myClass/{id}">;
/** A class of the current instructor, with its income in dollars. */
export type OwnClass = Row<"/myClasses/{email}">;
export type ClassStatus = CampClass["status"];
/** A class that a student has selected. */
export type Selection = Row<"/selectClass">;
/** A class in which a student has a seat. */
export type EnrolledClass = Row<"/enrolledStudent/{email}">;

/** Other classes of a participant at the same time as a chosen class, with the first such lesson. */
export type Clashes = ResponseBody<"POST", "/selectClass">["clashes"];

/** Returns a function to what a participant of the current user, a student, has at the same time as a class. */
export function useClashes(): (classId: string, participant: { childId: string | null }) => Clashes {
  const session = useSessionState();
  const isStudent = session.status === "in" && session.role === "student";
  const { data = [] } = useUserData(isStudent ? calls.clashes : null);
  return (classId, { childId }) =>
    data.find((row) => row.classId === classId && row.childId === childId)?.clashes ?? [];
}

/** Selects a class for the student with this e-mail address, or for their child. */
export async function selectClass(
  campClass: BookableClass,
  email: string,
  childId: string | null,
): Promise<void> {
  const { _id: classId, nameClass, image, price, seats, enroll, instructorName, instructorEmail } = campClass;
  const details = { nameClass, image, price, seats, enroll, instructorName, instructorEmail };
  const body = { ...details, classId, email, childId, status: "Selected" };
  await request(calls.select, { method: "POST", body });
}

/** The classes that the current user has selected. */
export function useSelections({ enabled = true } = {}) {
  const email = useUserEmail();
  return useUserData(enabled && email !== null ? calls.selected(email) : null);
}

/** The classes in which the current user has a seat. */
export function useEnrolledClasses({ enabled = true } = {}) {
  const email = useUserEmail();
  return useUserData(enabled && email !== null ? calls.enrolled(email) : null);
}
