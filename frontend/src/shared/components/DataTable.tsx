// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows become blocks, and some browsers then drop the table roles
import type { ReactNode } from "react";

export interface Column<Row> {
  heading: string;
  /** The content of the cell; `index` is the zero-based index of the row. */
  cell: (row: Row, index: number) => ReactNode;
  className?: string;
}

export interface DataTableProps<Row> {
  /** Describes the table to screen reader users. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /**
   * How a phone shows the rows. `list`: each as a list of its values with their headings; `table`: as a table, for few,
   * short columns; `lines`: each as a line of 64 px, in which the styles of the table place the cells.
   */
  onPhone?: "list" | "table" | "lines";
  className?: string;
}

// Written out, so that PurgeCSS keeps them.
const ON_PHONE = { list: "data-list", table: "", lines: "data-lines" };

/** A table that can have another form on a phone. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  onPhone = "list",
  className = "",
}: DataTableProps<Row>) {
  return (
    <div className="table-container">
      <table
        className={`table table-hover align-middle data-table ${ON_PHONE[onPhone]} ${className}`}
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
