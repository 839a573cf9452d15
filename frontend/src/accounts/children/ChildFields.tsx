import { useRef } from "react";
import { object, string } from "yup";
import { ChildInput } from "../../shared/api/bounds.gen";
import { ApiError } from "../../shared/api/errors";
import { Field } from "../../shared/forms/Field";
import { hasLink, NO_LINK } from "../../shared/links";
import { siteToday } from "../../shared/siteTime";

const MAX_NAME_LENGTH = ChildInput.name.maxLength;
const EARLIEST_BIRTH = "1900-01-01";

/** The values of a child as typed: the date of birth may be empty. */
export const childSchema = object({
  name: string()
    .trim()
    .required("Please enter a name.")
    .max(MAX_NAME_LENGTH, `Please use ${MAX_NAME_LENGTH} characters or fewer for the name.`)
    .test("link", NO_LINK, (text) => !hasLink(text)),
  bornOn: string()
    .default("")
    .test("day", "Please enter a day between 1900 and today.", (day) =>
      day === "" ? true : day >= EARLIEST_BIRTH && day <= siteToday(),
    ),
});

/** Returns a function that refuses a date of birth of this year once, because many people type the present year. */
export function useQuestionAboutThisYear(stored?: string | null) {
  const asked = useRef(stored ?? "");
  return (bornOn: string) => {
    if (bornOn === asked.current || bornOn.slice(0, 4) !== siteToday().slice(0, 4)) return;
    asked.current = bornOn;
    const fields = { bornOn: ["This date is in this year. Is that right? If so, please save again."] };
    throw new ApiError({ status: 400, code: "this_year", message: "", fields });
  };
}

/** The inputs of a form with `childSchema`. */
export function ChildFields() {
  return (
    <>
      <Field
        name="name"
        label="Name"
        autoComplete="on"
        required
        hint="The instructor sees it on the list of the class."
      />
      <Field
        name="bornOn"
        label="Date of birth (optional)"
        type="date"
        min={EARLIEST_BIRTH}
        max={siteToday()}
        hint="Some classes are for certain ages. You need it to book one of them."
      />
    </>
  );
}
