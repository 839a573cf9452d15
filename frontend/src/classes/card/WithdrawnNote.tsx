import { formatSiteDate } from "../../shared/siteTime";

interface WithdrawnNoteProps {
  withdrawnAt: string;
  reason: string;
  /** The beginning of the sentence; by default as the school would say it. */
  what?: string;
}

/** Says when and why the school withdrew a class. */
export function WithdrawnNote({ withdrawnAt, reason, what = "Withdrawn" }: WithdrawnNoteProps) {
  return (
    <div className="verdict border-danger">
      <p className="fw-semibold mb-1">
        {what} on {formatSiteDate(withdrawnAt)}
      </p>
      <p className="text-pre mb-0">{reason}</p>
    </div>
  );
}
