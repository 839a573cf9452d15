import type { DownloadedFile } from "../../shared/api/responses";
import { DownloadButton } from "../../shared/components/DownloadButton";
import { FilterInput } from "../../shared/forms/Filters";
import type { Days } from "./search";

interface DaysFormProps {
  days: Days;
  change: (change: Partial<Days>) => void;
  download: () => Promise<DownloadedFile>;
}

/** The days that a report is about, and its download as CSV. */
export function DaysForm({ days, change, download }: DaysFormProps) {
  return (
    <form
      className="range-form no-print"
      aria-label="Dates shown"
      onSubmit={(event) => event.preventDefault()}
    >
      <FilterInput type="date" label="From" value={days.from} onChange={(from) => change({ from })} />
      <FilterInput type="date" label="To" value={days.to} onChange={(to) => change({ to })} />
      <DownloadButton download={download} failure="The file couldn't be downloaded.">
        Download CSV
      </DownloadButton>
    </form>
  );
}
