import { string } from "yup";

/** The length of a text as the server counts it: an emoji is one character; surrounding whitespace does not count. */
export function characterCount(text: string): number {
  return [...text.trim()].length;
}

/** The schema of a required text of at most `max` characters. The messages begin with `label`. */
export function requiredText(label: string, max: number) {
  return optionalText(label, max).required(`${label} - is required`);
}

/** As requiredText, for a text that may be empty. */
export function optionalText(label: string, max: number) {
  return textUpTo(max, `${label} - must be ${max.toLocaleString("en-US")} characters or fewer`);
}

/** The schema of a text of at most `max` characters. */
export function textUpTo(max: number, message: string) {
  return string()
    .trim()
    .default("")
    .test("length", message, (text) => characterCount(text) <= max);
}
