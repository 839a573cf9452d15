import { string } from "yup";
import { characterCount } from "./TextArea";

/** The schema of a required text of at most `max` characters. The messages begin with `label`. */
export function requiredText(label: string, max: number) {
  return string()
    .trim()
    .required(`${label} - is required`)
    .test(
      "length",
      `${label} - must be ${max.toLocaleString("en-US")} characters or fewer`,
      (text) => characterCount(text) <= max,
    );
}
