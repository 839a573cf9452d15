import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ClassInput } from "../../../shared/api/bounds.gen";
import { formatMonthDays, formatWeekdays } from "../../../shared/dates";
import { characterCount } from "../../../shared/forms/textSchema";
import { formatSum } from "../../../shared/money";
import { pages } from "../../../shared/paths";
import type { ReviewedClass } from "../../api";
import { StatusBadge } from "../../card/StatusBadge";
import { priceOf, priceText, wholeNumberOf } from "../../form/schema";
import { instructorOf, whenText } from "../../model/facts";
import type { QuickChange } from "../api";
import { EditableCell } from "./EditableCell";
import { isBelowMinimum, type SeasonRow, type Sort } from "./rows";

export interface RowActions {
  /** Changes some values of a class. @throws ApiError */
  save: (campClass: ReviewedClass, changes: QuickChange) => Promise<void>;
}

interface SeasonColumn {
  heading: string;
  sort?: Sort;
  className?: string;
  cell: (row: SeasonRow, actions: RowActions) => ReactNode;
}

export const COLUMNS: readonly SeasonColumn[] = [
  {
    heading: "Class",
    sort: "class",
    className: "col-name",
    cell: ({ campClass: { _id, nameClass } }) => <Link to={pages.updateClass(_id)}>{nameClass}</Link>,
  },
  {
    heading: "Instructor",
    sort: "instructor",
    cell: ({ campClass }) => instructorOf(campClass),
  },
  {
    heading: "Days",
    sort: "days",
    cell: daysOf,
  },
  { heading: "Place", sort: "place", cell: (row, actions) => place(row, actions) },
  { heading: "Price", sort: "price", className: "amount", cell: (row, actions) => price(row, actions) },
  { heading: "Sold", sort: "sold", className: "amount", cell: (row, actions) => sold(row, actions) },
  { heading: "Waiting", sort: "waiting", className: "amount", cell: ({ campClass }) => campClass.waiting },
  { heading: "Minimum", className: "amount", cell: (row, actions) => minimum(row, actions) },
  { heading: "Status", sort: "status", cell: ({ campClass }) => <StatusBadge campClass={campClass} /> },
  { heading: "Conflicts", cell: ({ overlaps }) => overlaps },
];

/** `Jul 5 – 9, Mon – Fri`: breaks between the two. */
function daysOf({ campClass }: SeasonRow): ReactNode {
  const { firstDay, lastDay, weekdays } = campClass;
  if (firstDay === null || lastDay === null) return whenText(campClass);
  return (
    <>
      <span className="d-inline-block">{formatMonthDays(firstDay, lastDay)},</span>{" "}
      <span className="d-inline-block">{formatWeekdays(weekdays)}</span>
    </>
  );
}

/** The values of a withdrawn class can't be changed. */
function isWithdrawn({ withdrawnAt }: ReviewedClass): boolean {
  return Boolean(withdrawnAt);
}

function place({ campClass }: SeasonRow, { save }: RowActions) {
  const tooLong = `Up to ${ClassInput.place.maxLength} characters`;
  return (
    <EditableCell
      label={`Place of ${campClass.nameClass}`}
      text={campClass.place}
      value={campClass.place}
      problemOf={(typed) => (characterCount(typed) > ClassInput.place.maxLength ? tooLong : null)}
      save={(typed) => save(campClass, { place: typed })}
      disabled={isWithdrawn(campClass)}
    />
  );
}

function price({ campClass }: SeasonRow, { save }: RowActions) {
  return (
    <EditableCell
      label={`Price of ${campClass.nameClass}`}
      text={campClass.price === 0 ? "Free" : formatSum(campClass.price)}
      value={priceText(campClass.price)}
      inputMode="decimal"
      problemOf={(typed) => (priceOf(typed) === null ? "0, or $0.50 to $10,000" : null)}
      save={(typed) => save(campClass, { price: priceOf(typed) ?? campClass.price })}
      disabled={isWithdrawn(campClass)}
    />
  );
}

function sold({ campClass }: SeasonRow, { save }: RowActions) {
  const { seats, enroll, nameClass } = campClass;
  const problemOf = (typed: string) => {
    const number = wholeNumberOf(typed);
    if (number === null || number > ClassInput.seats.maximum)
      return `0 to ${ClassInput.seats.maximum.toLocaleString("en-US")}`;
    return number < enroll ? `${enroll} are sold` : null;
  };
  return (
    <>
      {enroll} /{" "}
      <EditableCell
        label={`Seats of ${nameClass}`}
        text={String(seats + enroll)}
        value={String(seats + enroll)}
        inputMode="numeric"
        problemOf={problemOf}
        save={(typed) => save(campClass, { seats: (wholeNumberOf(typed) ?? 0) - enroll })}
        disabled={isWithdrawn(campClass)}
      />
    </>
  );
}

function minimum({ campClass }: SeasonRow, { save }: RowActions) {
  const { minSeats, nameClass } = campClass;
  const value = minSeats === null ? "" : String(minSeats);
  const problemOf = (typed: string) => {
    const number = wholeNumberOf(typed);
    const isValid = typed === "" || (number !== null && number >= 1 && number <= ClassInput.seats.maximum);
    return isValid ? null : `1 to ${ClassInput.seats.maximum.toLocaleString("en-US")}, or empty`;
  };
  return (
    <>
      <EditableCell
        label={`Minimum of ${nameClass}`}
        text={value}
        value={value}
        inputMode="numeric"
        problemOf={problemOf}
        save={(typed) => save(campClass, { minSeats: wholeNumberOf(typed) })}
        disabled={isWithdrawn(campClass)}
      />
      {isBelowMinimum(campClass) ? <span className="mark ms-1">Low</span> : null}
    </>
  );
}
