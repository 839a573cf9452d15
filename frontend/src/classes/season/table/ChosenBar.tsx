import { useState } from "react";
import Button from "react-bootstrap/Button";
import type { ReviewedClass } from "../../api";
import { classCount } from "../../model/facts";
import type { Season, SeasonScope } from "../../model/seasons";
import { ApproveDialog } from "./ApproveDialog";
import { SetSeasonDialog } from "./SetSeasonDialog";

interface ChosenBarProps {
  season: SeasonScope;
  seasons: readonly Season[];
  chosen: readonly ReviewedClass[];
  clear: () => void;
}

type OpenDialog = "approve" | "season" | null;

/** What can be done with the chosen classes, at the bottom of the window. Empty if none is chosen. */
export function ChosenBar({ season, seasons, chosen, clear }: ChosenBarProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const pending = chosen.filter(({ status }) => status === "Pending");
  const close = () => setDialog(null);
  const isEmpty = chosen.length === 0;
  return (
    <div className={isEmpty ? "" : "chosen-bar"}>
      <p role="status" className="mb-0">
        {isEmpty ? "" : `${classCount(chosen.length)} chosen`}
      </p>
      {isEmpty ? null : (
        <>
          <Button disabled={pending.length === 0} onClick={() => setDialog("approve")}>
            Approve {pending.length}
          </Button>
          <Button variant="outline-primary" onClick={() => setDialog("season")}>
            Set season
          </Button>
          <Button variant="outline-secondary" onClick={clear}>
            Choose none
          </Button>
        </>
      )}
      <ApproveDialog
        season={season}
        classes={pending}
        open={dialog === "approve"}
        close={close}
        clear={clear}
      />
      <SetSeasonDialog
        season={season}
        seasons={seasons}
        classes={chosen}
        open={dialog === "season"}
        close={close}
        clear={clear}
      />
    </div>
  );
}
