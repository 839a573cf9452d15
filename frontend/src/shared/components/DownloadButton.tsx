import type { ReactNode } from "react";
import { errorMessage } from "../api/errors";
import type { DownloadedFile } from "../api/responses";
import { useAction } from "../hooks/useAction";
import { BusyButton } from "./BusyButton";
import { useToast } from "./Toasts";

interface DownloadButtonProps {
  /** @throws ApiError */
  download: () => Promise<DownloadedFile>;
  /** The message for a failed download. The error follows it. */
  failure: string;
  children: ReactNode;
}

/** A button that downloads a file. */
export function DownloadButton({ download, failure, children }: DownloadButtonProps) {
  const toast = useToast();
  const { run, busy } = useAction(
    async () => save(await download()),
    (error) => toast(`${failure} ${errorMessage(error)}`, "error"),
  );
  return (
    <BusyButton variant="outline-primary" busy={busy} onClick={() => void run()}>
      {children}
    </BusyButton>
  );
}

/** Lets the browser save the file. */
function save({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may still read from the URL for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
