// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows become blocks, and some browsers then drop the table roles
import { memo, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { useAfterRendering } from "../../../shared/hooks/useAfterRendering";
import { COLUMNS, type RowActions } from "./columns";
import type { SeasonRow, SeasonSearch, Sort } from "./rows";

/** More rows would make sorting slow. A button shows the rest. */
const FIRST_ROWS = 100;

interface SeasonTableProps {
  rows: readonly SeasonRow[];
  chosen: ReadonlySet<string>;
  search: SeasonSearch;
  change: (change: Partial<SeasonSearch>) => void;
  toggle: (id: string) => void;
  save: RowActions["save"];
}

/** The classes of a season, one in a row; on a phone a list. */
export function SeasonTable({ rows, chosen, search, change, toggle, save }: SeasonTableProps) {
  const [showsAll, setShowsAll] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  // The button that had the focus is gone.
  const focusFirstNew = useAfterRendering(() =>
    body.current?.querySelector<HTMLElement>(`tr:nth-child(${FIRST_ROWS + 1}) a`)?.focus(),
  );
  const shown = showsAll ? rows : rows.slice(0, FIRST_ROWS);
  const showAll = () => {
    setShowsAll(true);
    focusFirstNew();
  };
  const sort = (by: Sort) => change({ sort: by, descending: by === search.sort && !search.descending });
  return (
    <div className="table-container">
      <table className="table table-hover align-middle data-table data-list season-table" role="table">
        <caption className="visually-hidden">Classes of the season</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              <span className="visually-hidden">Choose</span>
            </th>
            {COLUMNS.map(({ heading, sort: by, className }) => (
              <th
                key={heading}
                scope="col"
                role="columnheader"
                className={className}
                aria-sort={by === search.sort ? (search.descending ? "descending" : "ascending") : undefined}
              >
                {by ? (
                  <button type="button" className="sort-button" onClick={() => sort(by)}>
                    {heading}
                  </button>
                ) : (
                  heading
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {shown.map((row) => (
            <ClassRow
              key={row.campClass._id}
              {...row}
              isChosen={chosen.has(row.campClass._id)}
              toggle={toggle}
              save={save}
            />
          ))}
        </tbody>
      </table>
      {shown.length < rows.length ? (
        <Button variant="outline-primary" className="mb-3" onClick={showAll}>
          Show all {rows.length}
        </Button>
      ) : null}
    </div>
  );
}

interface ClassRowProps extends SeasonRow, RowActions {
  isChosen: boolean;
  toggle: (id: string) => void;
}

/** Renders again only if its class or its choice changes, because a season may have hundreds of classes. */
const ClassRow = memo(function ClassRow({ isChosen, toggle, save, ...row }: ClassRowProps) {
  const { _id, nameClass } = row.campClass;
  return (
    <tr role="row">
      <td role="cell" className="col-choose">
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={`Choose ${nameClass}`}
          checked={isChosen}
          onChange={() => toggle(_id)}
        />
      </td>
      {COLUMNS.map(({ heading, cell, className }) => (
        <td key={heading} role="cell" className={className} data-heading={heading}>
          <div>{cell(row, { save })}</div>
        </td>
      ))}
    </tr>
  );
});
