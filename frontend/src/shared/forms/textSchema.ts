import { string } from "yup";

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
