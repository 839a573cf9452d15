import type { ReactNode } from "react";
import type { CampClass } from "../api";
import { DAY_PARTS, type DayPart } from "../model/search";
import { weekText } from "../model/weeks";
import type { PlannedWeek } from "./planWeeks";

interface WeekTableProps {
  weeks: readonly PlannedWeek[];
  /** The tile of a class in the week of a Monday. */
  tile: (campClass: CampClass, monday: string) => ReactNode;
}

const PARTS = Object.entries(DAY_PARTS) as [DayPart, string][];

/** Weeks as columns, the parts of the day as rows. */
export function WeekTable({ weeks, tile }: WeekTableProps) {
  return (
    <table className="planner-table w-100">
      <caption className="visually-hidden">Classes by week and time of day</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Time of day</span>
          </th>
          {weeks.map(({ monday }) => (
            <th key={monday} scope="col">
              {weekText(monday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PARTS.map(([part, name]) => (
          <tr key={part}>
            <th scope="row">{name}</th>
            {weeks.map(({ monday, classes }) => (
              <td key={monday}>
                <Tiles classes={classes[part]} tile={(campClass) => tile(campClass, monday)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TilesProps {
  classes: readonly CampClass[];
  tile: (campClass: CampClass) => ReactNode;
}

export function Tiles({ classes, tile }: TilesProps) {
  if (classes.length === 0) return <p className="mb-0 small text-body-secondary">No classes</p>;
  return (
    <ul className="planner-tiles list-unstyled mb-0">
      {classes.map((campClass) => (
        <li key={campClass._id}>{tile(campClass)}</li>
      ))}
    </ul>
  );
}
