import type { FormikValues } from "formik";
import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Dialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { DialogForm } from "../../../shared/forms/DialogForm";
import type { FormProps } from "../../../shared/forms/Form";
import { classCount } from "../../model/facts";
import type { SeasonScope } from "../../model/seasons";
import { useRefreshSeason } from "../api";

/** What a dialog about the chosen classes needs of the table. */
export interface Many {
  season: SeasonScope;
  open: boolean;
  close: () => void;
  /** Clears the choice in the table. */
  clear: () => void;
}

interface ManyDialogProps<Values extends FormikValues> extends Many, Omit<FormProps<Values>, "submit"> {
  title: string;
  /** How many classes the dialog is about. */
  count: number;
  confirm: string;
  /** What has happened to the classes then: `approved`. */
  done: string;
  variant?: "danger";
  /** Returns a sentence for each class that was refused. @throws ApiError */
  send: (values: Values) => Promise<string[]>;
}

/** Changes the chosen classes, and then says which of them could not be changed. */
export function ManyDialog<Values extends FormikValues>(props: ManyDialogProps<Values>) {
  const { season, open, close, clear, title, count, done, send, ...form } = props;
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const toast = useToast();
  const refresh = useRefreshSeason(season);
  const end = () => {
    clear();
    setRefusals([]);
    close();
  };
  const submit = async (values: Values) => {
    const refused = await send(values);
    toast(`${classCount(count - refused.length)} ${done}`);
    setRefusals(refused);
    await refresh();
    if (refused.length === 0) end();
  };
  const isDone = refusals.length > 0;
  return (
    <Dialog
      title={isDone ? `Not ${done}` : title}
      open={open}
      close={isDone ? end : close}
      hasInput
      actions={isDone ? <Button onClick={end}>Close</Button> : null}
    >
      {isDone ? (
        <ul className="mb-0">
          {refusals.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <DialogForm {...form} submit={submit} />
      )}
    </Dialog>
  );
}
