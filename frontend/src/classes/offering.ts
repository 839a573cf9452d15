import { fileOf } from "../shared/answers";
import type { components } from "../shared/api.gen";
import { calls } from "../shared/paths";
import { request } from "../shared/request";
import type { ReviewedClass } from "./approval";

type Schemas = components["schemas"];

/** What an instructor says of a class. */
export type ClassValues = Required<Omit<Schemas["ClassChangeRequest"], "enroll">>;
/** Who has a seat in a class, or pays for one just now. */
export type Seat = Schemas["RosterOutput"];

/** Offers a class in the name of the instructor who is logged in; an admin decides about it. */
export async function offerClass(
  values: ClassValues,
  instructor: { name: string; email: string },
): Promise<void> {
  const mine = { instructorName: instructor.name, instructorEmail: instructor.email };
  const body = { ...values, ...mine, status: "Pending", enroll: 0 };
  await request(calls.classes, { method: "POST", body });
}

/** Whether a class like this waits for a decision already: it may have arrived although its answer was lost. */
export async function hasArrived(offered: ClassValues, email: string): Promise<boolean> {
  const classes = await request<ReviewedClass[]>(calls.myClasses(email));
  return classes.some(
    ({ status, nameClass, seats, price, description }) =>
      status === "Pending" &&
      nameClass === offered.nameClass &&
      seats === offered.seats &&
      price === offered.price &&
      description === offered.description,
  );
}

/**
 * Changes a class; whether anything changed.
 *
 * @param enroll how many the form showed as enrolled
 * @throws ApiError 409 `seats_held`; 404 for anyone else's class
 */
export async function updateClass(id: string, values: ClassValues, enroll: number): Promise<boolean> {
  const body: Schemas["ClassChangeRequest"] = { ...values, enroll };
  const { modifiedCount } = await request<Schemas["Modified"]>(calls.class(id), { method: "PUT", body });
  return modifiedCount > 0;
}

/**
 * Sends a picture to be kept; its address.
 *
 * @param onProgress told how much has been sent, from 0 to 1
 * @throws ApiError 413 `picture_too_large`; 415 `not_a_picture`, `picture_broken`
 */
export async function keepPicture(file: File, onProgress: (share: number) => void): Promise<string> {
  const body = new FormData();
  body.append("image", file);
  const answer = await request<Schemas["PictureOutput"]>(calls.images, { method: "POST", body, onProgress });
  return answer.data.display_url;
}

/** The roster of a class for a spreadsheet, and what to call it. */
export async function rosterFile(id: string): Promise<{ name: string; content: Blob }> {
  const accept = "text/csv, application/json";
  const { name, content } = await request(`${calls.roster(id)}?format=csv`, { accept }, fileOf);
  return { name: name ?? "roster.csv", content };
}
