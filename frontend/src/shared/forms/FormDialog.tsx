import type { FormikValues } from "formik";
import { Dialog } from "../components/Dialog";
import { useToast } from "../components/Toasts";
import { focusIfLost } from "../hooks/focus";
import { DialogForm, type DialogFormProps } from "./DialogForm";

interface FormDialogProps<Values extends FormikValues> extends Omit<DialogFormProps<Values>, "submit"> {
  title: string;
  open?: boolean;
  close: () => void;
  /** Sends the values, and returns the message about it. @throws ApiError */
  save: (values: Values) => Promise<string>;
  /** Reloads what the change shows in, before the dialog closes. */
  refresh?: () => Promise<unknown>;
}

/** A dialog with one form. It closes once the values are saved. */
export function FormDialog<Values extends FormikValues>({
  title,
  open = true,
  close,
  save,
  refresh,
  ...form
}: FormDialogProps<Values>) {
  const toast = useToast();
  const submit = async (values: Values) => {
    toast(await save(values));
    await refresh?.();
    close();
  };
  return (
    <Dialog title={title} open={open} close={close} hasInput onExited={() => focusIfLost()}>
      <DialogForm {...form} submit={submit} />
    </Dialog>
  );
}
