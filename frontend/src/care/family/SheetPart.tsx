import { useState } from "react";
import Button from "react-bootstrap/Button";
import type { ChildPaperwork } from "../../accounts/children/paperwork";
import { errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { ErrorState } from "../../shared/screens/ErrorState";
import { formatSiteDate } from "../../shared/siteTime";
import { filledTexts, UNREADABLE } from "../healthTexts";
import { type Family, paperworkCalls, type Sheet, type SheetValues, useRefreshPaperwork } from "./api";
import { Part, useFocusInPart } from "./Part";
import { SheetForm, valuesOf } from "./SheetForm";

interface SheetPartProps {
  child: ChildPaperwork;
  family: Family;
  /** Undefined if it can't be read. */
  sheet: Sheet | undefined;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** What the school must know about a child's health. */
export function SheetPart({ child, family, sheet, error, retry }: SheetPartProps) {
  const [isEdited, setEdited] = useState(false);
  const { content, focusContent } = useFocusInPart();
  const refresh = useRefreshPaperwork(family);
  const toast = useToast();
  const edit = () => {
    setEdited(true);
    focusContent();
  };
  const save = async (values: SheetValues) => {
    const to = paperworkCalls.sheet(child.childId, family.userId);
    await request(to, { method: "PUT", body: values });
    await Promise.all([retry(), refresh()]);
    setEdited(false);
    focusContent();
  };
  const saving = useAction(save, (failure) =>
    toast(`The care sheet wasn't saved. ${errorMessage(failure)}`, "error"),
  );
  const buttons = { busy: saving.busy, save: (values: SheetValues) => void saving.run(values), edit };
  const isMissing = child.missing.includes("sheet");
  return (
    <Part title={`Care sheet for ${child.name}`} isMissing={isMissing}>
      <div ref={content}>
        {sheet ? null : <ErrorState error={error} retry={retry} />}
        {sheet && !sheet.readable && !isEdited ? <CantBeRead edit={edit} /> : null}
        {sheet?.readable && sheet.confirmedAt !== null && !isEdited ? (
          <ToldBefore
            isOffice={family.userId !== undefined}
            sheet={sheet}
            isMissing={isMissing}
            {...buttons}
          />
        ) : null}
        {sheet?.confirmedAt === null && !isEdited ? (
          <NotTold name={child.name} sheet={sheet} {...buttons} />
        ) : null}
        {sheet && isEdited ? <SheetForm child={child} sheet={sheet} save={save} /> : null}
      </div>
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

interface TellingProps {
  sheet: Sheet;
  busy: boolean;
  save: (values: SheetValues) => void;
  edit: () => void;
}

/** Most families have nothing to tell: one press. */
function NotTold({ name, sheet, busy, save, edit }: TellingProps & { name: string }) {
  return (
    <>
      <p>
        Does {name} have an allergy, a condition, a medication, or anything else that we need to know to take
        good care of {name}?
      </p>
      <div className="d-flex flex-wrap gap-2">
        <Button onClick={edit} disabled={busy}>
          Yes, tell us<span className="visually-hidden"> about {name}</span>
        </Button>
        <BusyButton
          variant="outline-primary"
          busy={busy}
          onClick={() => save({ ...valuesOf(sheet), nothingToTell: true })}
        >
          No, nothing to tell<span className="visually-hidden"> about {name}</span>
        </BusyButton>
      </div>
    </>
  );
}

interface ToldBeforeProps extends TellingProps {
  isOffice: boolean;
  /** It was told for an earlier season. */
  isMissing: boolean;
}

/** What the guardian told before: one press if nothing has changed. */
function ToldBefore({ isOffice, sheet, isMissing, busy, save, edit }: ToldBeforeProps) {
  const { confirmedAt, nothingToTell } = sheet;
  return (
    <>
      {confirmedAt === null ? null : (
        <p>
          {isOffice ? "Told" : "You told us this"} on {formatSiteDate(confirmedAt)}.
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
      {nothingToTell ? <p>There's nothing that we must know.</p> : null}
      <div className="d-flex flex-wrap gap-2">
        {isMissing ? (
          <BusyButton busy={busy} onClick={() => save(valuesOf(sheet))}>
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
