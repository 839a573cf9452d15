import type { ReactNode } from "react";
import type { DownloadedFile } from "../../shared/api/responses";
import { DownloadButton } from "../../shared/components/DownloadButton";

interface ReportFormProps {
  label: string;
  download: () => Promise<DownloadedFile>;
  children: ReactNode;
}

/** What a report is about, and its download as CSV. */
export function ReportForm({ label, download, children }: ReportFormProps) {
  return (
    <form className="range-form no-print" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {children}
      <DownloadButton download={download} failure="The file couldn't be downloaded.">
        Download CSV
      </DownloadButton>
    </form>
  );
}
