import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { useRefreshSeats } from "../../shared/api/invalidation";
import { useUserEmail } from "../../shared/api/resources";
import { config } from "../../shared/config";
import { FilterSelect } from "../../shared/forms/Filters";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { usePayments } from "../api";
import { PaymentTable } from "./PaymentTable";
import { parseYear, presentYear, writeYear, yearOf, yearOptions } from "./years";

/** The payments of the current student, newest first. The printed page has the school's letterhead. */
export default function MyPaymentHistoryPage() {
  const { email, phone, address } = config.contact;
  return (
    <>
      <address className="d-none d-print-block">
        <strong>{config.siteName}</strong>
        <br />
        {address}
        <br />
        {email}, {phone}
      </address>
      <PageHeading className="mb-3">My Payment History</PageHeading>
      <Payments />
    </>
  );
}

function Payments() {
  const email = useUserEmail();
  const { data, error } = usePayments();
  const refreshSeats = useRefreshSeats();
  const [{ year }, change] = useSearchState(parseYear, writeYear);
  if (!data) return <LoadingRows error={error} retry={refreshSeats} />;
  if (data.length === 0) return <NoPayments />;
  return (
    <>
      <p className="d-none d-print-block">
        {data[0]?.studentName} {email}
      </p>
      <div className="d-flex flex-wrap align-items-end gap-3 mb-4 no-print">
        <FilterSelect
          label="Year"
          any="All years"
          options={yearOptions(data)}
          value={year}
          onChange={(value) => change({ year: value })}
        />
        <Link className="btn btn-outline-primary" to={pages.statement(year || presentYear())}>
          Tax statement
        </Link>
      </div>
      <PaymentTable payments={data.filter((payment) => year === "" || yearOf(payment) === year)} />
      <Button variant="outline-secondary" onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}

function NoPayments() {
  return (
    <EmptyState title="You haven't paid for a class yet.">
      <p>Your payments and receipts appear here.</p>
      <Link className="btn btn-primary" to={pages.mySelectedClasses}>
        My Selected Classes
      </Link>
    </EmptyState>
  );
}
