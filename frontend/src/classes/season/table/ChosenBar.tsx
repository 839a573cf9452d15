import { useState } from "react";
import Button from "react-bootstrap/Button";
import { ActionMenu } from "../../../shared/components/ActionMenu";
import { classCount } from "../../model/facts";
import type { Season, SeasonScope } from "../../model/seasons";
import { ApproveDialog, DenyDialog, EarlyPriceDialog, SetSeasonDialog } from "./manyDialogs";
import type { SeasonRow } from "./rows";

interface ChosenBarProps {
  season: SeasonScope;
  seasons: readonly Season[];
  chosen: readonly SeasonRow[];
  clear: () => void;
}

type OpenDialog = "approve" | "deny" | "earlyPrice" | "season" | null;

/** Stays in view while the table is scrolled. */
const BAR = "position-sticky bottom-0 z-2 d-flex flex-wrap align-items-center gap-3 py-2 bg-body border-top";

/** What can be done with the chosen classes, at the bottom of the window. Empty if none is chosen. */
export function ChosenBar({ season, seasons, chosen, clear }: ChosenBarProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const pending = chosen.filter(({ campClass }) => campClass.status === "Pending");
  const isEmpty = chosen.length === 0;
  const open = (label: string, which: OpenDialog) => ({ label, run: () => setDialog(which) });
  const of = (which: OpenDialog) => ({
    season,
    open: dialog === which,
    close: () => setDialog(null),
    clear,
  });
  return (
    <div className={isEmpty ? "" : BAR}>
      <p role="status" className="mb-0">
        {isEmpty ? "" : `${classCount(chosen.length)} chosen`}
      </p>
      {isEmpty ? null : (
        <>
          <Button disabled={pending.length === 0} onClick={() => setDialog("approve")}>
            Approve {pending.length}
          </Button>
          <ActionMenu
            name="the chosen classes"
            strategy="absolute"
            actions={[
              ...(pending.length > 0 ? [open(`Deny ${pending.length}`, "deny")] : []),
              open("Set early price", "earlyPrice"),
              open("Set season", "season"),
            ]}
          />
          <Button variant="outline-secondary" onClick={clear}>
            Choose none
          </Button>
        </>
      )}
      <ApproveDialog rows={pending} {...of("approve")} />
      <DenyDialog rows={pending} {...of("deny")} />
      <EarlyPriceDialog rows={chosen} {...of("earlyPrice")} />
      <SetSeasonDialog rows={chosen} seasons={seasons} {...of("season")} />
    </div>
  );
}
