// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows become blocks, and some browsers then forget that it is a table
import type { ReactNode } from "react";

export interface Column<Row> {
  heading: string;
  /** What stands in the column; `place` counts from 0. */
  cell: (row: Row, place: number) => ReactNode;
  className?: string;
}

interface DataTableProps<Row> {
  /** What the table shows, for who cannot see what stands around it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Few and short columns: it stays a table on a phone. */
  narrow?: boolean;
}

/** A table; on a phone a list of its rows, in which each value stands beside the heading of its column. */
export function DataTable<Row>({ caption, columns, rows, keyOf, narrow = false }: DataTableProps<Row>) {
  return (
    <div className="table-room">
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
          {rows.map((row, place) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ heading, cell, className }) => (
                <td key={heading} role="cell" className={className} data-heading={heading}>
                  <div>{cell(row, place)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
