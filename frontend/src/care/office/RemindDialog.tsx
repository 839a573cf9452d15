import type { Season } from "../../classes/model/seasons";
import { errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { CancelButton, Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { type LackingChild, remindAll } from "./api";

interface RemindDialogProps {
  season: Season;
  /** The children who lack something. */
  rows: readonly LackingChild[];
  open: boolean;
  close: () => void;
}

/** Asks whether to write to the families of all children who lack paperwork. */
export function RemindDialog({ season, rows, open, close }: RemindDialogProps) {
  const toast = useToast();
  const count = rows.filter(({ email }) => email !== "").length;
  const unreached = rows.length - count;
  const { run, busy, error, clearError } = useAction(async () => {
    const sent = await remindAll(season._id);
    if (sent === 0)
      toast("Nobody gets an email: they've all had one today, or don't want reminders.", "warning");
    else toast(sent === 1 ? "We're writing to 1 family." : `We're writing to ${sent} families.`);
    close();
  });
  return (
    <Dialog
      title="Remind all of them?"
      open={open}
      close={() => {
        clearError();
        close();
      }}
      busy={busy}
      actions={
        <>
          <CancelButton>Cancel</CancelButton>
          <BusyButton busy={busy} onClick={() => void run()}>
            Send reminders
          </BusyButton>
        </>
      }
    >
      <p className="mb-0">
        The families of {count === 1 ? "this child" : `these ${count} children`} get an email that says what
        is missing, and nothing about health: at most one a day, and only if they want reminders.
        {unreached === 0
          ? null
          : ` Please call for ${unreached === 1 ? "1 child whose family has" : `${unreached} children whose families have`} no email address.`}
      </p>
      <p role="alert" className="text-danger mb-0">
        {error === null ? "" : errorMessage(error)}
      </p>
    </Dialog>
  );
}
