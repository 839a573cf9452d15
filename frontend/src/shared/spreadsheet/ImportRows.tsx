interface ImportRowsProps<Row> {
  title: string;
  headings: readonly string[];
  rows: readonly Row[];
  cells: (row: Row) => readonly (string | number)[];
}

/** The rows of the file as they were understood. */
export function ImportRows<Row extends { row: number }>({
  title,
  headings,
  rows,
  cells,
}: ImportRowsProps<Row>) {
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className="import-rows" tabIndex={0} aria-label={title}>
      <table className="table table-sm mb-0">
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              {cells(row).map((cell, index) => (
                <td key={headings[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
