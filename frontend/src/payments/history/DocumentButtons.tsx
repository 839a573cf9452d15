import Button from "react-bootstrap/Button";
import type { DownloadedFile } from "../../shared/api/responses";
import { DownloadButton } from "../../shared/components/DownloadButton";

/** Prints the page, or downloads the PDF that says the same. */
export function DocumentButtons({ download }: { download: () => Promise<DownloadedFile> }) {
  return (
    <div className="d-flex flex-wrap gap-2 mt-4 no-print">
      <DownloadButton download={download} failure="The PDF couldn't be downloaded.">
        Download PDF
      </DownloadButton>
      <Button variant="outline-secondary" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
