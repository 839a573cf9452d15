import { NO_SEASON, useSeasons } from "../../classes/model/seasons";
import { DownloadButton } from "../../shared/components/DownloadButton";
import { FilterInput, FilterSelect } from "../../shared/forms/Filters";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { PageHeading } from "../../shared/screens/Page";
import { downloadReport } from "./api";
import { Books } from "./Books";
import { ClassReports } from "./ClassReports";
import { InstructorReports } from "./InstructorReports";
import { parseReport, REPORTS, type ReportSearch, writeReport } from "./search";
import "./reports.scss";

/** The books, and what classes have sold and instructors have taught in a season, for admins. */
export default function ReportsPage() {
  const [search, change] = useSearchState(parseReport, writeReport);
  return (
    <>
      <PageHeading className="mb-3">Reports</PageHeading>
      <Tabs report={search.report} show={(report) => change({ report })} />
      <form
        className="range-form no-print"
        aria-label="What is shown"
        onSubmit={(event) => event.preventDefault()}
      >
        {search.report === "books" ? (
          <>
            <DayField label="From" value={search.from} change={(from) => change({ from })} />
            <DayField label="To" value={search.to} change={(to) => change({ to })} />
          </>
        ) : (
          <SeasonSelect value={search.season} change={(season) => change({ season })} />
        )}
        <DownloadButton download={() => downloadReport(search)} failure="The file couldn't be downloaded.">
          Download CSV
        </DownloadButton>
      </form>
      {search.report === "books" ? <Books search={search} /> : null}
      {search.report === "classes" ? <ClassReports search={search} /> : null}
      {search.report === "instructors" ? <InstructorReports search={search} /> : null}
    </>
  );
}

interface TabsProps {
  report: ReportSearch["report"];
  show: (report: ReportSearch["report"]) => void;
}

function Tabs({ report, show }: TabsProps) {
  return (
    <ul className="nav nav-pills gap-2 mb-4 no-print">
      {Object.entries(REPORTS).map(([each, name]) => (
        <li className="nav-item" key={each}>
          <button
            type="button"
            className={`nav-link ${each === report ? "active" : ""}`}
            aria-pressed={each === report}
            onClick={() => show(each as ReportSearch["report"])}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FilterProps {
  value: string;
  change: (value: string) => void;
}

/** An empty day would be none. */
function DayField({ label, value, change }: FilterProps & { label: string }) {
  return (
    <FilterInput
      type="date"
      label={label}
      value={value}
      onChange={(day) => (day === "" ? null : change(day))}
    />
  );
}

function SeasonSelect({ value, change }: FilterProps) {
  const seasons = useSeasons().data ?? [];
  return (
    <FilterSelect
      label="Season"
      any="All classes"
      options={[...seasons, NO_SEASON].map(({ slug, name }) => [slug, name])}
      value={value}
      onChange={change}
    />
  );
}
