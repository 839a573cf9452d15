import { useState } from "react";
import { downloadFile } from "../../shared/api/downloadFile";
import { request } from "../../shared/api/request";
import type { ResponseBody } from "../../shared/api/types";
import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { LabeledInput } from "../../shared/forms/LabeledInput";
import { counted } from "../../shared/intl";
import { path } from "../../shared/paths";
import { ImportRows } from "../../shared/spreadsheet/ImportRows";
import { SpreadsheetImport } from "../../shared/spreadsheet/SpreadsheetImport";
import { importForm, WORKBOOK } from "../../shared/spreadsheet/spreadsheet";

/** What an import of families would do, and how the server understands the file. */
type FamiliesPreview = Extract<ResponseBody<"POST", "/families/import">, { columns: unknown }>;

const IMPORT = path("/families/import");

interface ImportFamiliesDialogProps {
  open: boolean;
  close: () => void;
  /** Reloads the list behind the dialog. */
  refresh: () => Promise<unknown>;
}

/** The dialog in which an admin brings the families of another system, after questions and a preview. */
export function ImportFamiliesDialog({ open, close, refresh }: ImportFamiliesDialogProps) {
  return (
    <Dialog title="Import families" open={open} close={close} size="xl" hasInput>
      <ImportFamilies refresh={refresh} />
    </Dialog>
  );
}

function ImportFamilies({ refresh }: Pick<ImportFamiliesDialogProps, "refresh">) {
  const [until, setUntil] = useState("");
  const toast = useToast();
  return (
    <SpreadsheetImport
      preview={async (file, answers) => {
        const body = importForm(file, answers, true);
        return (await request(IMPORT, { method: "POST", body })) as FamiliesPreview;
      }}
      save={async (file, answers) => {
        const body = importForm(file, answers, false);
        if (until !== "") body.append("returningUntil", until);
        const { created, children } = await request(IMPORT, { method: "POST", body });
        toast(`${summary(created, children)} imported. Nobody has been emailed yet.`);
        await refresh();
      }}
      download={() => downloadFile(path("/families/importTemplate"), WORKBOOK, "families.xlsx")}
      what={(preview) => (preview ? summary(preview.created, preview.children) : "")}
      nothing="families"
      before={
        <LabeledInput
          type="date"
          label="Returning families until (optional)"
          hint="Through this day, these families can book as soon as registration opens for returning families."
          value={until}
          change={setUntil}
        />
      }
    >
      {(preview) => <Understood preview={preview} />}
    </SpreadsheetImport>
  );
}

/** "900 families", or what an import adds to families that are here already. */
function summary(created: number, children: number): string {
  if (created > 0) return counted(created, "family", "families");
  return children > 0 ? counted(children, "child", "children") : "";
}

function Understood({ preview: { created, existing, children, rows } }: { preview: FamiliesPreview }) {
  return (
    <>
      <p className="mt-3">
        {created > 0
          ? `${counted(created, "family", "families")} will be added.`
          : "There are no new families."}{" "}
        {existing > 0
          ? `${existing} ${existing === 1 ? "is" : "are"} here already, and will keep what they have.`
          : null}{" "}
        {children > 0 ? `${counted(children, "child", "children")} will be added.` : null} Nobody is emailed
        now. You can invite the families afterward.
      </p>
      <ImportRows
        title="Families as the site understands them"
        headings={["Row", "Guardian", "What happens", "Email", "Phone", "Children", "Emergency contact"]}
        rows={rows}
        cells={(row) => [
          row.row,
          row.guardian,
          row.outcome,
          row.email || "No email",
          row.phone,
          row.children,
          row.contact,
        ]}
      />
    </>
  );
}
