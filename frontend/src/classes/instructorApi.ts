import { downloadFile } from "../shared/api/downloadFile";
import { request } from "../shared/api/request";
import { useFreshUserData } from "../shared/api/resources";
import type { DownloadedFile } from "../shared/api/responses";
import type { RequestBody, Row } from "../shared/api/types";
import type { UploadOptions } from "../shared/api/upload";
import { calls, withQuery } from "../shared/paths";
import { uploadPicture } from "../shared/pictures/upload";
import type { OwnClass } from "./api";

type ClassBody = RequestBody<"PUT", "/classes/{id}">;

/** The properties of a class that its instructor or an admin enters. `instructorId`: only an admin. */
export type ClassValues = Required<Omit<ClassBody, "enroll" | "instructorId">> &
  Pick<ClassBody, "instructorId">;
/** A student who is enrolled in a class or holds a seat. */
export type RosterEntry = Row<"/classes/{id}/roster">;

/** Loads the current values of a class for a form. */
export function useClassForForm(id: string) {
  return useFreshUserData(calls.myClass(id));
}

/** Creates a pending class. An admin can create it for any instructor. */
export async function createClass(
  values: ClassValues,
  instructor: { name: string; email: string },
): Promise<void> {
  const names = { instructorName: instructor.name, instructorEmail: instructor.email };
  const body = { ...values, ...names, status: "Pending", enroll: 0 };
  await request(calls.classes, { method: "POST", body });
}

/** Returns whether the server created the class although its response was lost: a pending class has the same values. */
export async function wasCreated(values: ClassValues, email: string): Promise<boolean> {
  const classes = await request(calls.myClasses(email));
  const { nameClass, seats, price, description, lessons } = values;
  const days = lessons.map(({ date }) => date).sort();
  const created: Partial<OwnClass> = {
    status: "Pending",
    nameClass,
    seats,
    price,
    description,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    lessonCount: days.length,
  };
  const names = Object.keys(created) as (keyof OwnClass)[];
  return classes.some((each) => names.every((name) => each[name] === created[name]));
}

/**
 * Changes a class. Returns whether anything changed.
 *
 * @param enroll the enrollment count shown in the form
 * @throws ApiError 409 `seats_held`, `too_many_seats`; 404 for a class of another instructor
 */
export function updateClass(id: string, values: ClassValues, enroll: number) {
  return request(calls.class(id), { method: "PUT", body: { ...values, enroll } });
}

/** Uploads a picture of a class, as uploadPicture. */
export function uploadClassPicture(file: File, options: UploadOptions): Promise<string> {
  return uploadPicture(calls.images, file, options);
}

/** Downloads the roster of a class as CSV. */
export function downloadRoster(id: string): Promise<DownloadedFile> {
  const path = withQuery(calls.roster(id), { format: "csv" });
  return downloadFile(path, "text/csv", "roster.csv");
}
