import { useId } from "react";
import { DownloadButton } from "../../shared/components/DownloadButton";
import { withParameters } from "../../shared/hooks/useSearchState";
import { downloadIncome, type Overview } from "../api";

/** The first and the last day of the statistics, as in a date input; empty for the default. */
interface DayRange {
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the range from the query of the URL, ignoring what is no day. */
export function parseRange(query: URLSearchParams): DayRange {
  const day = (name: string) => (DAY.test(query.get(name) ?? "") ? (query.get(name) as string) : "");
  return { from: day("from"), to: day("to") };
}

/** Returns the query of the URL with this range. */
export function writeRange({ from, to }: DayRange, query: URLSearchParams): URLSearchParams {
  return withParameters(query, { from: DAY.test(from) ? from : "", to: DAY.test(to) ? to : "" });
}

/** The query of the API call for this range. */
export function queryOf({ from, to }: DayRange): Record<string, string> {
  return { ...(from ? { firstDay: from } : null), ...(to ? { lastDay: to } : null) };
}

interface RangeFormProps {
  overview: Overview;
  range: DayRange;
  change: (change: Partial<DayRange>) => void;
  query: Record<string, string>;
}

/** The days that the chart and the tables are about, and their download as CSV. */
export function RangeForm({ overview, range, change, query }: RangeFormProps) {
  const id = useId();
  return (
    <form className="range-form" aria-label="Dates shown" onSubmit={(event) => event.preventDefault()}>
      <div>
        <label className="form-label fw-semibold" htmlFor={`${id}-from`}>
          From
        </label>
        <input
          id={`${id}-from`}
          type="date"
          className="form-control"
          value={range.from || overview.firstDay}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
      </div>
      <div>
        <label className="form-label fw-semibold" htmlFor={`${id}-to`}>
          To
        </label>
        <input
          id={`${id}-to`}
          type="date"
          className="form-control"
          value={range.to || overview.lastDay}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </div>
      <DownloadButton download={() => downloadIncome(query)} failure="The file couldn't be downloaded.">
        Download CSV
      </DownloadButton>
    </form>
  );
}
