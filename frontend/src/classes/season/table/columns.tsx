import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ClassInput } from "../../../shared/api/bounds.gen";
import { formatClockTimes, formatMonthDay, formatMonthDays, formatWeekdays } from "../../../shared/dates";
import { characterCount } from "../../../shared/forms/textSchema";
import { useIsPhone } from "../../../shared/hooks/useMedia";
import { formatSum } from "../../../shared/money";
import { pages } from "../../../shared/paths";
import type { ReviewedClass } from "../../api";
import { StatusBadge } from "../../card/StatusBadge";
import { priceOf, priceText, wholeNumberOf } from "../../form/schema";
import { instructorOf, whenText } from "../../model/facts";
import type { QuickChange } from "../api";
import { EditableCell } from "./EditableCell";
import { Overlaps } from "./Overlaps";
import type { SeasonRow, Sort } from "./rows";

export interface RowActions {
  /** Changes some values of a class. @throws ApiError */
  save: (campClass: ReviewedClass, changes: QuickChange) => Promise<void>;
  /** The instructors to choose from. */
  instructors: readonly (readonly [id: string, name: string])[];
}

interface SeasonColumn {
  heading: string;
  sort?: Sort;
  className?: string;
  cell: (row: SeasonRow, actions: RowActions) => ReactNode;
}

/** Without `col-first`, a phone shows them after the row has been unfolded. */
export const COLUMNS: readonly SeasonColumn[] = [
  { heading: "Class", sort: "class", className: "col-name col-first", cell: name },
  { heading: "Instructor", sort: "instructor", cell: instructor },
  { heading: "Days", sort: "days", className: "col-first", cell: days },
  { heading: "Ages", cell: ages },
  { heading: "Place", sort: "place", cell: place },
  { heading: "Price", sort: "price", className: "amount", cell: price },
  { heading: "Early price", cell: earlyPrice },
  { heading: "Sold", sort: "sold", className: "amount col-first", cell: sold },
  { heading: "Waiting", sort: "waiting", className: "amount", cell: ({ campClass }) => campClass.waiting },
  { heading: "Minimum", className: "amount", cell: minimum },
  {
    heading: "Status",
    sort: "status",
    className: "col-first",
    cell: ({ campClass }) => <StatusBadge campClass={campClass} />,
  },
];

function name({ campClass, overlaps }: SeasonRow) {
  const { _id, nameClass, belowMinimum } = campClass;
  return (
    <>
      <Link to={pages.staffClass(_id)}>{nameClass}</Link>
      {belowMinimum ? <span className="mark ms-1">Low</span> : null}
      {overlaps.length > 0 ? <RowOverlaps campClass={campClass} overlaps={overlaps} /> : null}
    </>
  );
}

/** On a phone all of them are folded, because a season has many rows. */
function RowOverlaps(row: Pick<SeasonRow, "campClass" | "overlaps">) {
  return <Overlaps {...row} unfolded={useIsPhone() ? 0 : 2} />;
}

/** `Jul 5 – 9, Mon – Fri`, then the time of day: breaks between the three. */
function days({ campClass }: SeasonRow): ReactNode {
  const { firstDay, lastDay, weekdays, earliestTime, latestTime } = campClass;
  if (firstDay === null || lastDay === null) return whenText(campClass);
  const times = earliestTime && latestTime ? formatClockTimes(earliestTime, latestTime) : "";
  return (
    <>
      <span className="d-inline-block">{formatMonthDays(firstDay, lastDay)},</span>{" "}
      <span className="d-inline-block">{formatWeekdays(weekdays)}</span>{" "}
      <span className="d-inline-block">{times}</span>
    </>
  );
}

function ages({ campClass: { ageFrom, ageTo } }: SeasonRow): string {
  if (ageFrom === null) return ageTo === null ? "" : `to ${ageTo}`;
  if (ageTo === null) return `${ageFrom}+`;
  return ageFrom === ageTo ? String(ageFrom) : `${ageFrom}\u00a0–\u00a0${ageTo}`;
}

/** The values of a withdrawn class can't be changed. */
function isWithdrawn({ withdrawnAt }: ReviewedClass): boolean {
  return Boolean(withdrawnAt);
}

function instructor({ campClass }: SeasonRow, { save, instructors }: RowActions) {
  const { instructorId, nameClass } = campClass;
  const isListed = instructors.some(([id]) => id === instructorId);
  const present = isListed ? [] : [[instructorId, instructorOf(campClass)] as const];
  return (
    <EditableCell
      text={instructorOf(campClass)}
      fields={[
        { label: `Instructor of ${nameClass}`, value: instructorId, options: [...present, ...instructors] },
      ]}
      save={(typed) => save(campClass, { instructorId: typed })}
      disabled={isWithdrawn(campClass)}
    />
  );
}

function place({ campClass }: SeasonRow, { save }: RowActions) {
  const tooLong = `Up to ${ClassInput.place.maxLength} characters`;
  return (
    <EditableCell
      text={campClass.place}
      fields={[{ label: `Place of ${campClass.nameClass}`, value: campClass.place }]}
      problemOf={(typed = "") => (characterCount(typed) > ClassInput.place.maxLength ? tooLong : null)}
      save={(typed) => save(campClass, { place: typed })}
      disabled={isWithdrawn(campClass)}
    />
  );
}

const NO_PRICE = "0, or $0.50 to $10,000";

function price({ campClass }: SeasonRow, { save }: RowActions) {
  return (
    <EditableCell
      text={campClass.price === 0 ? "Free" : formatSum(campClass.price)}
      fields={[
        {
          label: `Price of ${campClass.nameClass}`,
          value: priceText(campClass.price),
          inputMode: "decimal",
        },
      ]}
      problemOf={(typed = "") => (priceOf(typed) === null ? NO_PRICE : null)}
      save={(typed = "") => save(campClass, { price: priceOf(typed) ?? campClass.price })}
      disabled={isWithdrawn(campClass)}
    />
  );
}

function earlyPrice({ campClass }: SeasonRow, { save }: RowActions) {
  const { nameClass, price, earlyPrice, earlyUntil } = campClass;
  const problemOf = (typed = "", until = "") => {
    if (typed === "") return null;
    const early = priceOf(typed);
    if (early === null) return NO_PRICE;
    if (early >= price) return `Below ${formatSum(price)}`;
    return until === "" ? "With its last day" : null;
  };
  return (
    <EditableCell
      label={`Early price of ${nameClass}`}
      text={
        earlyPrice === null || earlyUntil === null
          ? ""
          : `${formatSum(earlyPrice)} until ${formatMonthDay(earlyUntil)}`
      }
      fields={[
        {
          label: `Early price of ${nameClass}`,
          value: earlyPrice === null ? "" : priceText(earlyPrice),
          inputMode: "decimal",
        },
        { label: `Last day of the early price of ${nameClass}`, value: earlyUntil ?? "", type: "date" },
      ]}
      problemOf={problemOf}
      save={(typed = "", until = "") =>
        save(
          campClass,
          typed === ""
            ? { earlyPrice: null, earlyUntil: null }
            : { earlyPrice: priceOf(typed), earlyUntil: until },
        )
      }
      disabled={isWithdrawn(campClass)}
    />
  );
}

function sold({ campClass }: SeasonRow, { save }: RowActions) {
  const { seats, enroll, nameClass } = campClass;
  const capacity = String(seats + enroll);
  const problemOf = (typed = "") => {
    const number = wholeNumberOf(typed);
    if (number === null || number > ClassInput.seats.maximum)
      return `0 to ${ClassInput.seats.maximum.toLocaleString("en-US")}`;
    return number < enroll ? `${enroll} are sold` : null;
  };
  return (
    <>
      {enroll} /{" "}
      <EditableCell
        text={capacity}
        fields={[{ label: `Seats of ${nameClass}`, value: capacity, inputMode: "numeric" }]}
        problemOf={problemOf}
        save={(typed = "") => save(campClass, { seats: (wholeNumberOf(typed) ?? 0) - enroll })}
        disabled={isWithdrawn(campClass)}
      />
    </>
  );
}

function minimum({ campClass }: SeasonRow, { save }: RowActions) {
  const { minSeats, nameClass } = campClass;
  const value = minSeats === null ? "" : String(minSeats);
  const problemOf = (typed = "") => {
    const number = wholeNumberOf(typed);
    const isValid = typed === "" || (number !== null && number >= 1 && number <= ClassInput.seats.maximum);
    return isValid ? null : `1 to ${ClassInput.seats.maximum.toLocaleString("en-US")}, or empty`;
  };
  return (
    <EditableCell
      text={value}
      fields={[{ label: `Minimum of ${nameClass}`, value, inputMode: "numeric" }]}
      problemOf={problemOf}
      save={(typed = "") => save(campClass, { minSeats: wholeNumberOf(typed) })}
      disabled={isWithdrawn(campClass)}
    />
  );
}
