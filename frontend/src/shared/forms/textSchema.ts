import { string } from "yup";
import { siteToday } from "../siteTime";

/** The length of a text as the server counts it: an emoji is one character; surrounding whitespace does not count. */
export function characterCount(text: string): number {
  return [...text.trim()].length;
}

/** Above the 30 characters of a phone number: the server leaves out what people paste along. */
export const PASTED_PHONE_LENGTH = 60;

/** The schema of a required text of at most `max` characters. `missing`: the message for an empty one. */
export function requiredText(max: number, missing: string) {
  return textUpTo(max).required(missing);
}

/** The schema of a whole number from `min` to `max` as typed; empty for none. */
export function optionalNumber(min: number, max: number) {
  return string()
    .trim()
    .default("")
    .test(
      "number",
      `Please enter a whole number from ${min} to ${max}.`,
      (text) => text === "" || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max),
    );
}

/** The schema of a day, such as `2027-07-05`, that is not in the future. */
export const pastDay = string()
  .required("Please choose the day.")
  .test("past", "This day is in the future.", (day) => day <= siteToday());

/** The schema of a text of at most `max` characters. */
export function textUpTo(max: number) {
  return string()
    .trim()
    .default("")
    .test(
      "length",
      `Please use ${max.toLocaleString("en-US")} characters or fewer.`,
      (text) => characterCount(text) <= max,
    );
}
