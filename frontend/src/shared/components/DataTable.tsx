// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows become blocks, and some browsers then drop the table roles
import type { ReactNode } from "react";

export interface Column<Row> {
  heading: string;
  /** The content of the cell; `index` is the zero-based index of the row. */
  cell: (row: Row, index: number) => ReactNode;
  className?: string;
}

interface DataTableProps<Row> {
  /** Describes the table to screen reader users. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** For few, short columns: the table does not become a list on a phone. */
  narrow?: boolean;
}

/** A table; on a phone a list of its rows, with the column heading next to each value. */
export function DataTable<Row>({ caption, columns, rows, keyOf, narrow = false }: DataTableProps<Row>) {
  return (
    <div className="table-container">
      <table
        className={`table table-hover align-middle data-table ${narrow ? "" : "data-list"}`}
        role="table"
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ heading, className }) => (
              <th key={heading} scope="col" role="columnheader" className={className}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ heading, cell, className }) => (
                <td key={heading} role="cell" className={className} data-heading={heading}>
                  <div>{cell(row, index)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
