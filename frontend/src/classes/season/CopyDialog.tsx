import { useState } from "react";
import { errorMessage } from "../../shared/api/errors";
import { usePreview } from "../../shared/api/preview";
import { request } from "../../shared/api/request";
import { BusyButton } from "../../shared/components/BusyButton";
import { Dialog, DialogButtons, useDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { FilterSelect } from "../../shared/forms/Filters";
import { useAction } from "../../shared/hooks/useAction";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { classCount, daysText } from "../model/facts";
import type { Season } from "../model/seasons";
import { type CopyOutcome, copyOf, useRefreshSeason } from "./api";
import { ScrolledList } from "./ScrolledList";

interface CopyDialogProps {
  season: Season;
  others: readonly Season[];
  open: boolean;
  close: () => void;
}

/** The dialog in which an admin copies the classes of another season, after a preview. */
export function CopyDialog({ season, others, open, close }: CopyDialogProps) {
  return (
    <Dialog title={`Copy classes to ${season.name}`} open={open} close={close}>
      <Copy season={season} others={others} />
    </Dialog>
  );
}

function Copy({ season, others }: Pick<CopyDialogProps, "season" | "others">) {
  const [from, setFrom] = useState(() => aYearBefore(season, others)?._id ?? "");
  return (
    <>
      <div className="mb-3">
        <FilterSelect
          label="Copy from"
          options={others.map(({ _id, name }) => [_id, name])}
          value={from}
          onChange={setFrom}
        />
      </div>
      {/* Anew for another season: an error was about the former one. */}
      <Preview key={from} season={season} from={from} />
    </>
  );
}

const YEAR_MS = 365 * 86_400_000;

/** The same season a year ago: the one that begins nearest to that day. */
function aYearBefore({ startsOn }: Season, others: readonly Season[]): Season | undefined {
  const wanted = Date.parse(startsOn) - YEAR_MS;
  const distance = (season: Season) => Math.abs(Date.parse(season.startsOn) - wanted);
  return others.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** What the copy would do, and the button that does it. */
function Preview({ season, from }: { season: Season; from: string }) {
  const { close, whileBusy } = useDialog();
  const toast = useToast();
  const refresh = useRefreshSeason(season);
  const preview = usePreview("POST", copyOf(season._id), { from, dryRun: true });
  const copy = useAction(async () => {
    const { created } = await request(copyOf(season._id), { method: "POST", body: { from, dryRun: false } });
    toast(`${classCount(created)} copied. They're pending until you approve them.`);
    await refresh();
    close();
  });
  const outcome = preview.data;
  const error = preview.error ?? copy.error;
  const created = outcome?.created ?? 0;
  return (
    <>
      <div role="status">{outcome ? <Outcome outcome={outcome} /> : null}</div>
      {outcome || error ? null : <RowSkeletons count={2} />}
      <p role="alert" className="text-danger">
        {error ? errorMessage(error) : ""}
      </p>
      <DialogButtons>
        <BusyButton
          busy={copy.busy}
          disabled={created === 0}
          onClick={() => void whileBusy(async () => void (await copy.run()))}
        >
          Copy {created > 0 ? classCount(created) : "classes"}
        </BusyButton>
      </DialogButtons>
    </>
  );
}

const REASONS: Record<string, string> = {
  instructor_gone: "its instructor no longer teaches here",
  class_withdrawn: "it was withdrawn",
};

function Outcome({ outcome: { created, classes, existing, skipped } }: { outcome: CopyOutcome }) {
  return (
    <>
      <p>
        {created === 0 ? "There's nothing to copy." : `${classCount(created)} will be created as Pending.`}{" "}
        {existing > 0 ? `${existing} ${existing === 1 ? "is" : "are"} here already and won't change.` : null}
      </p>
      {created > 0 ? (
        <>
          <p className="form-text">
            Days move by whole weeks, so weekdays and times of day stay. Students, waitlists and feedback
            aren't copied.
          </p>
          <ScrolledList title="New classes">
            {classes.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two can have the same name and days
              <li key={index}>{[each.nameClass, daysText(each)].filter(Boolean).join(", ")}</li>
            ))}
          </ScrolledList>
        </>
      ) : null}
      {skipped.length > 0 ? (
        <ScrolledList title={`${classCount(skipped.length)} skipped`}>
          {skipped.map(({ classId, nameClass, code }) => (
            <li key={classId}>
              {nameClass}: {REASONS[code] ?? code}.
            </li>
          ))}
        </ScrolledList>
      ) : null}
    </>
  );
}
