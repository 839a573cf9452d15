import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { RowSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import { isUnderWay, useEmail, usePayments, useRefreshSeats } from "./api";
import { PaymentTable } from "./PaymentTable";
import { Letterhead } from "./Receipt";
import { useAskingAgain } from "./useAskingAgain";

/** What a student has paid, newest first; it prints as a receipt. */
export default function MyPaymentHistoryPage() {
  return (
    <>
      <Letterhead />
      <PageHeading className="mb-3">My Payment History</PageHeading>
      <Payments />
    </>
  );
}

function Payments() {
  const email = useEmail();
  const { data, error } = usePayments();
  const refresh = useRefreshSeats();
  useAskingAgain(data?.some(isUnderWay) && email !== null ? calls.paymentsOf(email) : null);
  if (error && !data) return <ErrorState error={error} retry={() => refresh()} />;
  if (!data) return <RowSkeletons />;
  if (data.length === 0) return <NothingPaid />;
  return (
    <>
      <p className="print-only">
        {data[0]?.studentName} {email}
      </p>
      <PaymentTable payments={data} />
      <Button variant="outline-secondary" className="no-print" onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}

function NothingPaid() {
  return (
    <EmptyState title="You have not paid for a class yet.">
      <p>Your payments and their receipts stand here.</p>
      <Link className="btn btn-primary" to={pages.mySelectedClasses}>
        My Selected Classes
      </Link>
    </EmptyState>
  );
}
