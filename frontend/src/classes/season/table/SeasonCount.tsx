import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { Check } from "../../../shared/forms/Check";
import { classCount } from "../../model/facts";
import type { ClassSearch, SeasonRow } from "./rows";
import type { Choice } from "./useChosenClasses";

interface SeasonCountProps {
  rows: readonly SeasonRow[];
  /** Those that the search finds. */
  matches: readonly SeasonRow[];
  change: (change: Partial<ClassSearch>) => void;
  children: ReactNode;
}

/** How many classes and seats the season has, and how many classes need a look. */
export function SeasonCount({ rows, matches, change, children }: SeasonCountProps) {
  const conflicts = rows.filter(({ overlaps }) => overlaps.length > 0).length;
  const sold = sum(matches, ({ campClass }) => campClass.enroll);
  const seats = sum(matches, ({ campClass }) => campClass.enroll + campClass.seats);
  const count =
    matches.length < rows.length
      ? `${matches.length} of ${classCount(rows.length)}`
      : classCount(rows.length);
  return (
    <div className="season-count d-flex flex-wrap align-items-center column-gap-3 mb-2">
      {children}
      <p role="status" className="mb-0">
        {count}, {sold.toLocaleString("en-US")} of {seats.toLocaleString("en-US")} seats sold
      </p>
      {conflicts > 0 ? (
        <Button size="sm" variant="outline-secondary" onClick={() => change({ shown: "conflicts" })}>
          {conflicts === 1 ? "1 class has a conflict" : `${conflicts} classes have conflicts`}
        </Button>
      ) : null}
    </div>
  );
}

function sum(rows: readonly SeasonRow[], numberOf: (row: SeasonRow) => number): number {
  return rows.reduce((total, row) => total + numberOf(row), 0);
}

interface ChooseAllProps {
  matches: readonly SeasonRow[];
  choice: Choice;
}

/** A check box that chooses every class that the table shows. */
export function ChooseAll({ matches, choice }: ChooseAllProps) {
  return (
    <Check
      label={`Choose ${matches.length === 1 ? "this class" : `all ${matches.length}`}`}
      checked={choice.chosen.length === matches.length}
      onChange={choice.toggleAll}
    />
  );
}
