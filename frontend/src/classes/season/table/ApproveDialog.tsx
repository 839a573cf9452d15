import { useState } from "react";
import Button from "react-bootstrap/Button";
import { errorMessage } from "../../../shared/api/errors";
import { BusyButton } from "../../../shared/components/BusyButton";
import { CancelButton, Dialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { useAction } from "../../../shared/hooks/useAction";
import type { ReviewedClass } from "../../api";
import { classCount } from "../../model/facts";
import type { SeasonScope } from "../../model/seasons";
import { approve } from "../../review/approve";
import { useRefreshSeason } from "../api";

interface ApproveDialogProps {
  season: SeasonScope;
  /** The pending ones. */
  classes: readonly ReviewedClass[];
  open: boolean;
  close: () => void;
  /** Clears the choice in the table. */
  clear: () => void;
}

/** Asks whether to approve classes, and then says which of them could not be approved. */
export function ApproveDialog({ season, classes, open, close, clear }: ApproveDialogProps) {
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const toast = useToast();
  const refresh = useRefreshSeason(season);
  const { run, busy, error } = useAction(async () => {
    const outcome = await approve(...classes);
    toast(`${classCount(outcome.approved)} approved`);
    setRefusals(outcome.refusals);
    await refresh();
    if (outcome.refusals.length === 0) end();
  });
  const end = () => {
    clear();
    setRefusals([]);
    close();
  };
  const isDone = refusals.length > 0;
  return (
    <Dialog
      title={isDone ? "Not approved" : `Approve ${classCount(classes.length)}?`}
      open={open}
      close={isDone ? end : close}
      busy={busy}
      actions={
        isDone ? <Button onClick={end}>Close</Button> : <Buttons busy={busy} approve={() => void run()} />
      }
    >
      {isDone ? (
        <ul className="mb-0">
          {refusals.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <p className="mb-0">
          Everybody can see them at once. Families can book them{" "}
          {season._id === null ? "at once too" : `when the registration of ${season.name} is open`}.
        </p>
      )}
      <p role="alert" className="text-danger mb-0">
        {error === null ? "" : errorMessage(error)}
      </p>
    </Dialog>
  );
}

function Buttons({ busy, approve }: { busy: boolean; approve: () => void }) {
  return (
    <>
      <CancelButton>Cancel</CancelButton>
      <BusyButton busy={busy} onClick={approve}>
        Approve
      </BusyButton>
    </>
  );
}
