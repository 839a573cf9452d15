import type { DownloadedFile } from "../../shared/api/responses";
import { FilterInput } from "../../shared/forms/Filters";
import { ReportForm } from "./ReportForm";
import type { Days } from "./search";

interface DaysFormProps {
  days: Days;
  change: (change: Partial<Days>) => void;
  download: () => Promise<DownloadedFile>;
}

/** The days that a report is about. */
export function DaysForm({ days, change, download }: DaysFormProps) {
  return (
    <ReportForm label="Dates shown" download={download}>
      <FilterInput type="date" label="From" value={days.from} onChange={(from) => change({ from })} />
      <FilterInput type="date" label="To" value={days.to} onChange={(to) => change({ to })} />
    </ReportForm>
  );
}
