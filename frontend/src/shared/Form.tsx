import { Formik, type FormikHelpers, type FormikValues, Form as Inner, useFormikContext } from "formik";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { ButtonProps } from "react-bootstrap/Button";
import type { ObjectSchema } from "yup";
import { ApiError, explain } from "./apiError";
import { BusyButton } from "./BusyButton";
import { type Draft, keepDraft, takeDraft } from "./drafts";
import { whoAsks } from "./request";

interface FormProps<Values extends FormikValues> {
  initial: Values;
  /** What may stay empty is `string().default("")`: an empty input reaches the schema as undefined. */
  schema: ObjectSchema<Values>;
  /** Resolves once done. A refusal goes onto the fields that it names, and else under the form. */
  submit: (values: Values) => Promise<void>;
  /** Where what was typed is kept when the session ends meanwhile; passwords never are. */
  draft?: string;
  /** Says what to do about a failure that names no field; by default the failure's own message. */
  complaint?: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** A form that checks as its fields are touched, and leads to the first field that needs another look. */
export function Form<Values extends FormikValues>({
  initial,
  schema,
  submit,
  draft,
  complaint,
  children,
}: FormProps<Values>) {
  const [start] = useState(() => ({ ...initial, ...(draft ? takeDraft(draft) : null) }));
  const onSubmit = async (values: Values, form: FormikHelpers<Values>) => {
    form.setStatus(undefined);
    try {
      await submit(schema.cast(values) as Values);
    } catch (error) {
      if (draft && endedSession(error)) keepDraft(draft, withoutPasswords(values));
      showRefusal(error, values, form, complaint);
    }
  };
  return (
    <Formik initialValues={start} enableReinitialize={false} validationSchema={schema} onSubmit={onSubmit}>
      <FormBody draft={draft}>{children}</FormBody>
    </Formik>
  );
}

function FormBody({ draft, children }: { draft?: string; children: ReactNode }) {
  const { submitCount, isSubmitting, status } = useFormikContext();
  const body = useRef<HTMLDivElement>(null);
  useDraftWhenSessionEnds(draft);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return (
    <Inner noValidate>
      <div ref={body}>
        {children}
        <div role="alert">
          {status ? <div className="alert alert-danger mt-3 mb-0">{status as ReactNode}</div> : null}
        </div>
      </div>
    </Inner>
  );
}

/** The session can end under somebody who is still typing; the form is taken away then. */
function useDraftWhenSessionEnds(draft: string | undefined): void {
  const { values, dirty } = useFormikContext<Draft>();
  const typed = useRef<Draft | null>(null);
  typed.current = dirty ? values : null;
  useEffect(() => {
    const before = whoAsks();
    return () => {
      if (draft && typed.current && before !== null && whoAsks() === null)
        keepDraft(draft, withoutPasswords(typed.current));
    };
  }, [draft]);
}

/** The form's own button, which keeps its width while the form is being sent. */
export function SubmitButton({ children, ...rest }: Pick<ButtonProps, "children" | "disabled" | "variant">) {
  const { isSubmitting } = useFormikContext();
  return (
    <BusyButton {...rest} type="submit" busy={isSubmitting} onMouseDown={keepFocus}>
      {children}
    </BusyButton>
  );
}

/** Else the field that is left would show its error before the press counts, and push the button from under it. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

function showRefusal<Values extends FormikValues>(
  error: unknown,
  values: Values,
  form: FormikHelpers<Values>,
  complaint: FormProps<Values>["complaint"],
): void {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const shown = fields.filter(([name]) => name in values);
  for (const [name, messages] of shown) {
    void form.setFieldTouched(name, true, false);
    form.setFieldError(name, messages.join(" "));
  }
  if (shown.length === 0 || shown.length < fields.length)
    form.setStatus(complaint?.(error) ?? explain(error));
}

function endedSession(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 401 || error.status === 403 || error.code === "superseded")
  );
}

function withoutPasswords(values: Draft): Draft {
  const open = Object.entries(values).filter(
    ([name, value]) => !/password/i.test(name) && typeof value !== "object",
  );
  return Object.fromEntries(open);
}
