import type { Column, Preview } from "./spreadsheet";

interface ImportColumnsProps {
  columns: readonly Column[];
  fields: Preview["knownFields"];
  choose: (column: string, field: string | null) => void;
}

/** What each column of the file has; folded, because it is mostly understood. */
export function ImportColumns({ columns, fields, choose }: ImportColumnsProps) {
  const ignored = columns.filter(({ field }) => field === null).length;
  return (
    <details className="import-part">
      <summary>
        {columns.length} columns{ignored > 0 ? `, ${ignored} of them not read` : ""}
      </summary>
      <ul className="import-columns list-unstyled mb-0">
        {columns.map(({ column, heading, field, samples }) => (
          <li key={column}>
            <div>
              <strong>{heading || `Column ${column}`}</strong>
              <span className="text-body-secondary"> {samples.join(" \u00b7 ")}</span>
            </div>
            <select
              className="form-select form-select-sm"
              aria-label={`What is in column ${column}${heading ? `, ${heading}` : ""}?`}
              value={field ?? ""}
              onChange={({ currentTarget }) => choose(column, currentTarget.value || null)}
            >
              <option value="">Don't read it</option>
              {fields.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  );
}
