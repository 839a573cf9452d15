import type { Season } from "../../classes/model/seasons";
import { errorMessage } from "../../shared/api/errors";
import { usePreview } from "../../shared/api/preview";
import { request } from "../../shared/api/request";
import { BusyButton } from "../../shared/components/BusyButton";
import { CancelButton, Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { Unreached } from "../../shared/components/Unreached";
import { useAction } from "../../shared/hooks/useAction";
import { counted } from "../../shared/intl";
import { path } from "../../shared/paths";

interface RemindDialogProps {
  season: Season;
  open: boolean;
  close: () => void;
}

/** Asks whether to write to the families of all children who lack paperwork. */
export function RemindDialog({ season, open, close }: RemindDialogProps) {
  const toast = useToast();
  const to = path("/seasons/{id}/paperwork", season._id);
  const { data, error: unknown } = usePreview("POST", to, open ? { dryRun: true } : null);
  const { recipients = 0, unreached = [] } = data ?? {};
  const { run, busy, error, clearError } = useAction(async () => {
    const { sent } = await request(to, { method: "POST", body: { dryRun: false } });
    if (sent === 0)
      toast("Nobody gets an email: they've all had one today, or don't want reminders.", "warning");
    else toast(`We're writing to ${counted(sent, "family", "families")}.`);
    close();
  });
  return (
    <Dialog
      title="Remind all families?"
      open={open}
      close={() => {
        clearError();
        close();
      }}
      busy={busy}
      actions={
        <>
          <CancelButton>Cancel</CancelButton>
          <BusyButton busy={busy} disabled={!data} onClick={() => void run()}>
            Send reminders
          </BusyButton>
        </>
      }
    >
      <p>
        {data ? counted(recipients, "family gets", "families get") : "The families get"} an email that says
        what is missing, and nothing about health: at most one a day, and only if they want reminders.
      </p>
      <Unreached people={unreached} />
      <p role="alert" className="text-danger mb-0">
        {(error ?? unknown) ? errorMessage(error ?? unknown) : ""}
      </p>
    </Dialog>
  );
}
