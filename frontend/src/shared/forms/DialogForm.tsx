import type { FormikValues } from "formik";
import { DialogButtons, useDialog } from "../components/Dialog";
import { Form, type FormProps, SubmitButton } from "./Form";

export interface DialogFormProps<Values extends FormikValues> extends FormProps<Values> {
  /** The label of the button that closes the dialog. */
  cancel?: string;
  /** The label of the submit button. */
  confirm: string;
  variant?: "danger";
}

/** A form in a Dialog, which stays open until `submit` has ended. */
export function DialogForm<Values extends FormikValues>({
  submit,
  cancel,
  confirm,
  variant,
  children,
  ...form
}: DialogFormProps<Values>) {
  const { whileBusy } = useDialog();
  return (
    <Form {...form} submit={(values) => whileBusy(() => submit(values))}>
      {children}
      <DialogButtons cancel={cancel}>
        <SubmitButton variant={variant}>{confirm}</SubmitButton>
      </DialogButtons>
    </Form>
  );
}
