import { Formik, type FormikHelpers, type FormikValues, Form as Inner, useFormikContext } from "formik";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import Button, { type ButtonProps } from "react-bootstrap/Button";
import type { ObjectSchema } from "yup";
import { asApiError, errorMessage } from "../api/errors";
import { BusyButton } from "../components/BusyButton";
import { pageHeading } from "../hooks/focus";
import type { Draft } from "./drafts";
import { type FormDrafts, useDraft, useFormDrafts } from "./useFormDrafts";

export interface FormProps<Values extends FormikValues> {
  initial: Values;
  /** An optional input is `string().default("")`, because Formik passes an empty input as undefined. */
  schema: ObjectSchema<Values>;
  /** Rejects with an error that is shown at the fields it names, or else below the form. */
  submit: (values: Values) => Promise<void>;
  /** The name under which the changed values are saved, without passwords, if the session ends. */
  draft?: string;
  /** Whether LeaveQuestion asks before the user leaves what they typed. */
  asksBeforeLeaving?: boolean;
  /** Keeps the draft on this device from the first change until it is submitted or discarded. */
  keepsDraft?: boolean;
  /** Renders an error that names no field of the form; by default its message. */
  renderError?: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface FormBodyProps extends Pick<FormProps<FormikValues>, "children"> {
  drafts: FormDrafts;
  asks: boolean;
  /** Lets the form be submitted with the values that the server refused before. */
  allowRefused: () => void;
}

/** The values that the server refused, by field, each with the server's error. */
type RefusedValues = Record<string, { value: unknown; error: string }>;

/** A form that validates touched fields, and focuses the first invalid field after a submit. */
export function Form<Values extends FormikValues>({
  initial,
  schema,
  submit,
  draft,
  asksBeforeLeaving = true,
  keepsDraft = false,
  renderError,
  children,
}: FormProps<Values>) {
  const drafts = useFormDrafts(initial, draft, keepsDraft);
  const refused = useRef<RefusedValues>({});
  const onSubmit = async (values: Values, form: FormikHelpers<Values>) => {
    form.setStatus(undefined);
    try {
      await submit(schema.cast(values) as Values);
      drafts.onSubmitted(values);
    } catch (error) {
      if (asApiError(error)?.endsSession) drafts.save(values);
      refused.current = refusedValues(error, values);
      showError(error, refused.current, form, renderError);
    }
  };
  return (
    <Formik
      initialValues={drafts.initialValues as Values}
      enableReinitialize={false}
      validationSchema={schema}
      validate={(values) => errorsOfUnchanged(refused.current, values)}
      onSubmit={onSubmit}
    >
      <FormBody drafts={drafts} asks={asksBeforeLeaving} allowRefused={() => (refused.current = {})}>
        {children}
      </FormBody>
    </Formik>
  );
}

function FormBody({ drafts, asks, allowRefused, children }: FormBodyProps) {
  const { submitCount, isSubmitting, status, values, resetForm } = useFormikContext<Draft>();
  const body = useRef<HTMLDivElement>(null);
  useDraft(drafts, values, isSubmitting, asks);
  const discard = () => {
    drafts.discard();
    resetForm({ values: drafts.loaded });
    pageHeading()?.focus();
  };
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return (
    <Inner noValidate onSubmitCapture={allowRefused}>
      <div ref={body}>
        {drafts.isRestored ? (
          <div role="status" className="alert alert-secondary d-flex flex-wrap align-items-center gap-3">
            Draft restored.
            <Button size="sm" variant="outline-secondary" onClick={discard}>
              Discard
            </Button>
          </div>
        ) : null}
        {children}
        <div role="alert">
          {status ? <div className="alert alert-danger mt-3 mb-0">{status as ReactNode}</div> : null}
        </div>
      </div>
    </Inner>
  );
}

/** The submit button of a Form; busy while the form is being submitted. */
export function SubmitButton({ children, ...rest }: Pick<ButtonProps, "children" | "disabled" | "variant">) {
  const { isSubmitting } = useFormikContext();
  return (
    <BusyButton {...rest} type="submit" busy={isSubmitting} onMouseDown={keepFocus}>
      {children}
    </BusyButton>
  );
}

/** Keeps the focus in the field: the error shown on blur would move the button away before the click completes. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

function refusedValues(error: unknown, values: FormikValues): RefusedValues {
  const fields = Object.entries(asApiError(error)?.fields ?? {}).filter(([name]) => name in values);
  return Object.fromEntries(
    fields.map(([name, messages]) => [name, { value: values[name], error: messages.join(" ") }]),
  );
}

/** Returns the server's errors of the fields that still have the refused value. Otherwise a validation would remove them. */
function errorsOfUnchanged(refused: RefusedValues, values: FormikValues): Record<string, string> {
  const unchanged = Object.entries(refused).filter(([name, { value }]) => values[name] === value);
  return Object.fromEntries(unchanged.map(([name, { error }]) => [name, error]));
}

function showError<Values extends FormikValues>(
  error: unknown,
  refused: RefusedValues,
  form: FormikHelpers<Values>,
  renderError: FormProps<Values>["renderError"],
): void {
  for (const [name, { error: message }] of Object.entries(refused)) {
    void form.setFieldTouched(name, true, false);
    form.setFieldError(name, message);
  }
  const shown = Object.keys(refused).length;
  if (shown === 0 || shown < Object.keys(asApiError(error)?.fields ?? {}).length)
    form.setStatus(renderError?.(error) ?? errorMessage(error));
}
