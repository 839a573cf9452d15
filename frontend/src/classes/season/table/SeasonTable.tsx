// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows become blocks, and some browsers then drop the table roles
import { memo, useMemo, useState } from "react";
import { usePublicData } from "../../../shared/api/resources";
import { useFirstRows } from "../../../shared/components/useFirstRows";
import { calls } from "../../../shared/paths";
import { instructorOptions } from "../../model/instructors";
import { COLUMNS, type RowActions } from "./columns";
import type { ClassSearch, SeasonRow, Sort } from "./rows";

/** On a phone these are less than five screens. A button shows the rest. */
const FIRST_ROWS = 20;

interface SeasonTableProps {
  rows: readonly SeasonRow[];
  chosen: ReadonlySet<string>;
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
  toggle: (id: string) => void;
  save: RowActions["save"];
}

/** The classes of a season, one in a row; on a phone a list. */
export function SeasonTable({ rows, chosen, search, change, toggle, save }: SeasonTableProps) {
  const { data } = usePublicData(calls.instructors);
  const instructors = useMemo(() => instructorOptions(data ?? []), [data]);
  const { shown, container, more } = useFirstRows(rows, FIRST_ROWS);
  const sort = (by: Sort) => change({ sort: by, descending: by === search.sort && !search.descending });
  return (
    <div className="table-container" ref={container}>
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
        <tbody role="rowgroup">
          {shown.map((row) => (
            <ClassRow
              key={row.campClass._id}
              {...row}
              isChosen={chosen.has(row.campClass._id)}
              toggle={toggle}
              save={save}
              instructors={instructors}
            />
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}

interface ClassRowProps extends SeasonRow, RowActions {
  isChosen: boolean;
  toggle: (id: string) => void;
}

/** Renders again only if its class or its choice changes, because a season may have hundreds of classes. */
const ClassRow = memo(function ClassRow({ isChosen, toggle, save, instructors, ...row }: ClassRowProps) {
  const { _id, nameClass } = row.campClass;
  const [isOpen, setOpen] = useState(false);
  return (
    <tr role="row" className={isOpen ? "" : "folded"}>
      <td role="cell" className="col-choose">
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={`Choose ${nameClass}`}
          checked={isChosen}
          onChange={() => toggle(_id)}
        />
      </td>
      {COLUMNS.map(({ heading, cell, className = "" }) => (
        <td key={heading} role="cell" className={className} data-heading={heading}>
          <div>{cell(row, { save, instructors })}</div>
        </td>
      ))}
      {/* Only on a phone. */}
      <td role="cell" className="col-fold">
        <button
          type="button"
          className="btn btn-link btn-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Less" : "More"}
          <span className="visually-hidden"> about {nameClass}</span>
        </button>
      </td>
    </tr>
  );
});
