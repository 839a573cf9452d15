import type { components } from "../shared/api.gen";
import { calls } from "../shared/paths";
import { request } from "../shared/request";

type Schemas = components["schemas"];

/** A class as everybody may see it. */
export type CampClass = Schemas["ClassOutput"];
/** A class among somebody's selected ones. */
export type Selection = Schemas["SelectionOutput"];
/** A class in which somebody has a seat. */
export type EnrolledClass = Schemas["EnrolledClassOutput"];

/**
 * Puts a class among the selected ones of the student with this e-mail.
 *
 * @throws ApiError `already_selected`, `already_enrolled`, `class_full`, `not_found`, ...
 */
export async function selectClass(campClass: CampClass, email: string): Promise<void> {
  const { _id: classId, nameClass, image, price, seats, enroll, instructorName, instructorEmail } = campClass;
  const seen = { nameClass, image, price, seats, enroll, instructorName, instructorEmail };
  await request(calls.select, { method: "POST", body: { ...seen, classId, email, status: "Selected" } });
}
