import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { ImportRows } from "../../shared/spreadsheet/ImportRows";
import { SpreadsheetImport } from "../../shared/spreadsheet/SpreadsheetImport";
import type { SeasonPreview } from "../../shared/spreadsheet/spreadsheet";
import { classCount, countOf } from "../model/facts";
import type { Season } from "../model/seasons";
import { downloadTemplate, importSeason, previewImport, useRefreshSeason } from "./api";
import { ScrolledList } from "./ScrolledList";

interface ImportDialogProps {
  season: Season;
  open: boolean;
  close: () => void;
}

/** The dialog in which an admin imports the classes of a spreadsheet, after questions and a preview. */
export function ImportDialog({ season, open, close }: ImportDialogProps) {
  const toast = useToast();
  const refresh = useRefreshSeason(season);
  return (
    <Dialog title={`Import classes to ${season.name}`} open={open} close={close} size="xl" hasInput>
      <SpreadsheetImport
        preview={(file, answers) => previewImport(season._id, file, answers)}
        save={async (file, answers) => {
          const { created, changed } = await importSeason(season._id, file, answers);
          toast(savedText(created, changed));
          await refresh();
        }}
        download={downloadTemplate}
        what={(preview) => classesText(preview?.created ?? 0, preview?.changed ?? 0)}
        nothing="classes"
      >
        {(preview) => <Understood preview={preview} />}
      </SpreadsheetImport>
    </Dialog>
  );
}

function classesText(created: number, changed: number): string {
  return created + changed > 0 ? classCount(created + changed) : "";
}

function savedText(created: number, changed: number): string {
  const ofNew = created > 0 ? `${classCount(created)} imported. They're pending until you approve them.` : "";
  return [ofNew, changed > 0 ? `${classCount(changed)} changed.` : ""].filter(Boolean).join(" ");
}

function Understood({ preview }: { preview: SeasonPreview }) {
  const { created, changed, existing, instructors, rows } = preview;
  return (
    <>
      <p className="mt-3">
        {created === 0
          ? "There's nothing new to import."
          : `${classCount(created)} will be created as Pending.`}{" "}
        {changed > 0 ? `${classCount(changed)} will change.` : null}{" "}
        {existing > 0 ? `${existing} ${existing === 1 ? "is" : "are"} here already and won't change.` : null}
      </p>
      <ImportRows
        title="Classes as the site understands them"
        headings={["Row", "Class", "Instructor", "Days", "Time", "Ages", "Price", "Seats", "Place"]}
        rows={rows}
        cells={(row) => [
          row.row,
          row.nameClass,
          row.instructor,
          row.days,
          row.times,
          row.ages,
          row.price,
          row.seats,
          row.place,
        ]}
      />
      {instructors.length > 0 ? (
        <div className="mt-3">
          <ScrolledList title={countOf(instructors.length, "new instructor")}>
            {instructors.map(({ name, email }) => (
              <li key={email}>
                {name}, {email}
              </li>
            ))}
          </ScrolledList>
        </div>
      ) : null}
    </>
  );
}
