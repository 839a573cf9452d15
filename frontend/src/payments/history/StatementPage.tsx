import type { SWRResponse } from "swr";
import { downloadFile } from "../../shared/api/downloadFile";
import type { ApiError } from "../../shared/api/errors";
import { FRESH, useUserData } from "../../shared/api/resources";
import type { DownloadedFile } from "../../shared/api/responses";
import type { ResponseBody } from "../../shared/api/types";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { EmailLink } from "../../shared/components/EmailLink";
import { config } from "../../shared/config";
import { FilterSelect } from "../../shared/forms/Filters";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { formatMoney } from "../../shared/money";
import { calls, pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { formatSiteDate } from "../../shared/siteTime";
import { type Payment, usePayments } from "../api";
import { DocumentButtons } from "./DocumentButtons";
import { DocumentLine } from "./DocumentLine";
import { daysText } from "./days";
import { SchoolAddress } from "./SchoolAddress";
import { parseYear, presentYear, writeYear, yearOptions } from "./years";

type Statement = ResponseBody<"GET", "/users/me/statement">;
type Participant = Statement["participants"][number];
type Entry = Statement["entries"][number];

/** The tax statement of the user. */
export default function StatementPage() {
  const year = useStatementYear();
  const { data: payments = [] } = usePayments();
  return (
    <>
      <BackLink to={pages.myPaymentHistory}>My Payment History</BackLink>
      <StatementOfYear
        title={`Tax Statement ${year}`}
        payments={payments}
        answer={useUserData(calls.statement(year), FRESH)}
        download={() =>
          downloadFile(calls.statementPdf(year), "application/pdf", `tax-statement-${year}.pdf`)
        }
      />
    </>
  );
}

/** The year in the address, or else the present one. */
export function useStatementYear(): string {
  return useSearchState(parseYear, writeYear)[0].year || presentYear();
}

interface StatementOfYearProps {
  title: string;
  /** They say which years there are. */
  payments: readonly Pick<Payment, "date">[];
  answer: Pick<SWRResponse<Statement, ApiError>, "data" | "error" | "mutate">;
  download: () => Promise<DownloadedFile>;
}

/** What a family paid and got back in the year of the address, and the days of its lessons. The PDF says the same. */
export function StatementOfYear({ title, payments, answer, download }: StatementOfYearProps) {
  const [, change] = useSearchState(parseYear, writeYear);
  const year = useStatementYear();
  const { data, error, mutate } = answer;
  return (
    <>
      <PageHeading className="mb-3">{title}</PageHeading>
      <div className="d-flex flex-wrap align-items-end gap-3 mb-4 no-print">
        <FilterSelect
          label="Year"
          options={yearOptions(payments)}
          value={year}
          onChange={(value) => change({ year: value })}
        />
      </div>
      {data ? <StatementText statement={data} /> : null}
      {data ? <DocumentButtons download={download} /> : null}
      {data ? null : <LoadingRows error={error} retry={mutate} />}
    </>
  );
}

function StatementText({ statement }: { statement: Statement }) {
  const { name, email, provider, participants, entries, paid, refunded } = statement;
  return (
    <article className="document">
      <p>
        {name}
        <br />
        {email}
      </p>
      <h2 className="h5">Care provider</h2>
      {provider === null ? <AskSchool /> : <SchoolAddress school={provider} />}
      {participants.map((each) => (
        <ParticipantYear key={each.childId} participant={each} />
      ))}
      <h2 className="h5 mt-4">All payments and refunds</h2>
      {entries.length === 0 ? (
        <p>Nothing was paid or refunded in this year.</p>
      ) : (
        <DataTable
          caption="All payments and refunds, the oldest first"
          columns={ENTRY_COLUMNS}
          rows={entries}
          keyOf={({ _id }) => _id}
        />
      )}
      <dl className="mt-3">
        <DocumentLine term="Total paid">
          <strong className="amount">{formatMoney(paid)}</strong>
        </DocumentLine>
        <DocumentLine term="Total refunded">
          <strong className="amount">{formatMoney(refunded)}</strong>
        </DocumentLine>
      </dl>
    </article>
  );
}

function AskSchool() {
  return (
    <p>
      This statement names no tax ID of the school. If you need one to claim what you paid, please ask{" "}
      <EmailLink address={config.contact.email} />.
    </p>
  );
}

function ParticipantYear({ participant: { name, paid, refunded, classes } }: { participant: Participant }) {
  return (
    <section>
      <h2 className="h5 mt-4">{name}</h2>
      <p className="amount">
        Paid {formatMoney(paid)}, refunded {formatMoney(refunded)}
      </p>
      {classes.length === 0 ? null : (
        <DataTable
          caption={`Lessons of ${name}`}
          columns={CLASS_COLUMNS}
          rows={classes}
          keyOf={({ classId }) => classId}
        />
      )}
    </section>
  );
}

const CLASS_COLUMNS: readonly Column<Participant["classes"][number]>[] = [
  { heading: "Class", cell: ({ nameClass }) => nameClass },
  { heading: "Days of service", cell: ({ days }) => daysText(days) },
];

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  { heading: "Date", cell: ({ date }) => formatSiteDate(date) },
  { heading: "What", cell: ({ what }) => what },
  { heading: "Class", cell: ({ nameClass }) => nameClass },
  { heading: "Amount", cell: ({ amount }) => formatMoney(amount), className: "amount col-number" },
];
