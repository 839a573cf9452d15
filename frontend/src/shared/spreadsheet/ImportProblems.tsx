import { type Preview, rowsText } from "./spreadsheet";

/** What must be corrected before the import, and what somebody should look at. */
export function ImportProblems({ problems }: Pick<Preview, "problems">) {
  const errors = problems.filter(({ kind }) => kind === "error");
  const warnings = problems.filter(({ kind }) => kind === "warning");
  return (
    <>
      {errors.length > 0 ? (
        <section className="import-part">
          <h3 className="fs-6 text-danger">
            Please correct this in the spreadsheet, save it, and choose it again
          </h3>
          <ProblemList problems={errors} />
        </section>
      ) : null}
      {warnings.length > 0 ? (
        <section className="import-part">
          <h3 className="fs-6">Please check</h3>
          <ProblemList problems={warnings} />
        </section>
      ) : null}
    </>
  );
}

function ProblemList({ problems }: Pick<Preview, "problems">) {
  return (
    <ul className="ps-3 mb-0">
      {problems.map(({ message, rows }) => (
        <li key={message}>
          {message}
          {rows.length > 0 ? <span className="text-body-secondary"> ({rowsText(rows)})</span> : null}
        </li>
      ))}
    </ul>
  );
}

interface Line {
  /** Counted as the spreadsheet does. */
  row?: unknown;
  column?: unknown;
  message?: unknown;
}

/** Why nothing was imported. */
export function UnreadableFile({ lines }: { lines: readonly Line[] }) {
  return (
    <>
      <p className="text-danger mb-1">Nothing has been imported.</p>
      <ul className="ps-3">
        {[...new Set(lines.map(lineText))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

/** `Row 12, price: must be a number.` */
function lineText({ row, column, message }: Line): string {
  const place = [row ? `Row ${row}` : "", column ? String(column) : ""].filter(Boolean).join(", ");
  return place === "" ? String(message) : `${place}: ${message}`;
}
