import { useState } from "react";
import Button from "react-bootstrap/Button";
import { errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { ErrorState } from "../../shared/screens/ErrorState";
import { formatSiteDate } from "../../shared/siteTime";
import { filledTexts, UNREADABLE } from "../healthTexts";
import { type KeptChild, type Sheet, type SheetValues, saveSheet, useRefreshPaperwork } from "./api";
import { Part } from "./Part";
import { SheetForm } from "./SheetForm";

interface SheetPartProps {
  child: KeptChild;
  /** Undefined if it can't be read. */
  sheet: Sheet | undefined;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** What the school must know about a child's health. */
export function SheetPart({ child, sheet, error, retry }: SheetPartProps) {
  const [isEdited, setEdited] = useState(false);
  const save = useSaveSheet(child, retry);
  const isMissing = child.missing.includes("sheet");
  return (
    <Part title="Care sheet" isMissing={isMissing}>
      {sheet ? null : <ErrorState error={error} retry={retry} />}
      {sheet && !sheet.readable && !isEdited ? <CantBeRead edit={() => setEdited(true)} /> : null}
      {sheet?.readable && sheet.confirmedAt !== null && !isEdited ? (
        <ToldBefore
          child={child}
          sheet={sheet}
          isMissing={isMissing}
          confirm={save}
          edit={() => setEdited(true)}
        />
      ) : null}
      {sheet && (sheet.confirmedAt === null || isEdited) ? (
        <SheetForm
          child={child}
          sheet={sheet}
          save={async (values) => {
            await save(values);
            setEdited(false);
          }}
        />
      ) : null}
    </Part>
  );
}

/** Writing it again replaces what can't be read. */
function CantBeRead({ edit }: { edit: () => void }) {
  return (
    <div className="alert alert-danger mb-0" role="alert">
      <p>{UNREADABLE}</p>
      <Button variant="outline-danger" onClick={edit}>
        Write it again
      </Button>
    </div>
  );
}

function useSaveSheet(child: KeptChild, reload: () => Promise<unknown>) {
  const refresh = useRefreshPaperwork(child);
  const toast = useToast();
  return async (values: SheetValues) => {
    await saveSheet(child, values);
    toast(`The care sheet for ${child.name} has been saved.`);
    await Promise.all([reload(), refresh()]);
  };
}

interface ToldBeforeProps {
  child: KeptChild;
  sheet: Sheet;
  /** It was told for an earlier season. */
  isMissing: boolean;
  confirm: (values: SheetValues) => Promise<void>;
  edit: () => void;
}

/** What the guardian told before: one press if nothing has changed. */
function ToldBefore({ child, sheet, isMissing, confirm, edit }: ToldBeforeProps) {
  const toast = useToast();
  const { confirmedAt, missing, readable, ...values } = sheet;
  const { run, busy } = useAction(
    () => confirm(values),
    (error) => toast(`The care sheet wasn't saved. ${errorMessage(error)}`, "error"),
  );
  return (
    <>
      {confirmedAt === null ? null : (
        <p>
          {child.userId === undefined ? "You told us this" : "Told"} on {formatSiteDate(confirmedAt)}.
        </p>
      )}
      <dl className="care-texts">
        {filledTexts(sheet).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {sheet.nothingToTell ? <p>There's nothing that we must know.</p> : null}
      <div className="d-flex flex-wrap gap-2">
        {isMissing ? (
          <BusyButton busy={busy} onClick={() => void run()}>
            Everything is still right
          </BusyButton>
        ) : null}
        <Button variant="outline-primary" disabled={busy} onClick={edit}>
          Change the care sheet
        </Button>
      </div>
    </>
  );
}
