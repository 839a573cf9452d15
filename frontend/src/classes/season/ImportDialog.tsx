import { useId, useState } from "react";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { Dialog, DialogButtons, useDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { classCount, countOf } from "../model/facts";
import type { Season } from "../model/seasons";
import { type ImportOutcome, importSeason, useRefreshSeason } from "./api";
import { ScrolledList } from "./ScrolledList";

interface ImportDialogProps {
  season: Season;
  open: boolean;
  close: () => void;
}

/** The dialog in which an admin imports the classes of a spreadsheet, after a preview. */
export function ImportDialog({ season, open, close }: ImportDialogProps) {
  return (
    <Dialog title={`Import classes to ${season.name}`} open={open} close={close} hasInput>
      <Import season={season} />
    </Dialog>
  );
}

function Import({ season }: { season: Season }) {
  const id = useId();
  const { outcome, error, isReading, isImporting, choose, start } = useImport(season);
  const created = outcome?.created ?? 0;
  return (
    <>
      <label className="form-label fw-semibold" htmlFor={id}>
        Spreadsheet
      </label>
      <input
        id={id}
        type="file"
        className="form-control"
        accept=".csv,.tsv,.xlsx,.xlsm,.ods"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`} className="form-text">
        Excel, OpenDocument or CSV, with the column names in a row above the classes. Nothing changes before
        you've seen what will happen.
      </p>
      {isReading ? <RowSkeletons count={2} /> : null}
      <div role="status">{outcome ? <Preview outcome={outcome} /> : null}</div>
      <div role="alert">{error === null ? null : <Problems error={error} />}</div>
      <DialogButtons>
        <BusyButton busy={isImporting} disabled={created === 0} onClick={start}>
          Import {created > 0 ? classCount(created) : "classes"}
        </BusyButton>
      </DialogButtons>
    </>
  );
}

/** Reads the chosen file for the preview, and imports it. */
function useImport(season: Season) {
  const [file, setFile] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const { close, whileBusy } = useDialog();
  const toast = useToast();
  const refresh = useRefreshSeason(season);
  const preview = useAction(async (chosen: File) => setOutcome(await importSeason(season._id, chosen, true)));
  const doImport = useAction(async (chosen: File) => {
    const { created } = await importSeason(season._id, chosen, false);
    toast(`${classCount(created)} imported. They're pending until you approve them.`);
    await refresh();
    close();
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setOutcome(null);
    preview.clearError();
    doImport.clearError();
    if (chosen) void preview.run(chosen);
  };
  const start = () => file && void whileBusy(async () => void (await doImport.run(file)));
  const error = preview.error ?? doImport.error;
  return { outcome, error, isReading: preview.busy, isImporting: doImport.busy, choose, start };
}

function Preview({ outcome: { created, existing, instructors, warnings } }: { outcome: ImportOutcome }) {
  return (
    <>
      <p>
        {created === 0 ? "There's nothing to import." : `${classCount(created)} will be created as Pending.`}{" "}
        {existing > 0 ? `${existing} ${existing === 1 ? "is" : "are"} here already and won't change.` : null}
      </p>
      {instructors.length > 0 ? (
        <ScrolledList title={countOf(instructors.length, "new instructor")}>
          {instructors.map(({ name, email }) => (
            <li key={email}>
              {name}, {email}
            </li>
          ))}
        </ScrolledList>
      ) : null}
      {warnings.length > 0 ? <ProblemList title="Please check" problems={warnings} /> : null}
    </>
  );
}

interface Problem {
  /** Row 1 is the heading. */
  row?: unknown;
  column?: unknown;
  message?: unknown;
}

/** The problems of the rows; nothing was imported. */
function Problems({ error }: { error: unknown }) {
  const problems: readonly Problem[] = asApiError(error)?.lines ?? [];
  if (problems.length === 0) return <p className="text-danger">{errorMessage(error)}</p>;
  return (
    <>
      <p className="text-danger">
        Please correct the spreadsheet, save it, and choose it again. Nothing has been imported.
      </p>
      <ProblemList title={countOf(problems.length, "problem")} problems={problems} />
    </>
  );
}

function ProblemList({ title, problems }: { title: string; problems: readonly Problem[] }) {
  return (
    <ScrolledList title={title}>
      {[...new Set(problems.map(problemText))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ScrolledList>
  );
}

/** `Row 12, price: must be a number.` */
function problemText({ row, column, message }: Problem): string {
  const place = [row ? `Row ${row}` : "", column ? String(column) : ""].filter(Boolean).join(", ");
  return place === "" ? String(message) : `${place}: ${message}`;
}
