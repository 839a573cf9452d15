import type { ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import { useSessionState } from "../accounts/SessionProvider";
import { type Selection, useSelections } from "../classes/api";
import { PageHeading } from "../shared/Page";
import { pages } from "../shared/paths";
import { EmptyState, ErrorState } from "../shared/states";
import { hasSeat, type Payment, useInvalidateSeats, usePayments } from "./api";
import { CardCheckout } from "./CardCheckout";
import { CheckoutSkeleton } from "./CheckoutSkeleton";
import { FreeCheckout } from "./FreeCheckout";
import { PaymentResult } from "./PaymentResult";
import { SettlementNotice } from "./SettlementNotice";
import { useSettlement } from "./useSettlement";

/** The page on which a student pays for a selected class. */
export default function PaymentPage() {
  const { id = "" } = useParams();
  return (
    <div className="paying" key={id}>
      <p className="mb-2">
        <Link to={pages.mySelectedClasses}>Back to My Selected Classes</Link>
      </p>
      <PageHeading className="mb-3">Payment</PageHeading>
      <Checkout id={id} />
    </div>
  );
}

function Checkout({ id }: { id: string }) {
  const selections = useSelections();
  const payments = usePayments();
  const invalidateSeats = useInvalidateSeats();
  const { settlement, settle, setSettled } = useSettlement();
  const settled = settlement.status === "settled" ? settlement.payment : null;
  const selection = selections.data?.find(({ _id }) => _id === id);
  const paid = settled ?? earlierPayment(payments.data, id, selection);
  if (paid)
    return (
      <PaymentResult
        payment={latestVersion(paid, payments.data)}
        justNow={settled !== null || settlement.status !== "none"}
      />
    );
  if (settlement.status === "settling" || settlement.status === "waiting")
    return <SettlementNotice settlement={settlement} retry={() => void settle(settlement.charged)} />;
  const error = selections.error ?? payments.error;
  if (error && !(selections.data && payments.data))
    return <ErrorState error={error} retry={() => invalidateSeats()} />;
  if (!selections.data || !payments.data) return <CheckoutSkeleton />;
  if (!selection) return <NotSelected />;
  return (
    <StudentsOnly>
      <EarlierRefund payments={payments.data} id={id} />
      {selection.price === 0 ? (
        <FreeCheckout selection={selection} onEnrolled={setSettled} />
      ) : (
        <CardCheckout selection={selection} onCharged={(charged) => void settle(charged)} />
      )}
    </StudentsOnly>
  );
}

/** The payment for this selection. While the selection exists, a refunded one is ignored: the user may pay again. */
function earlierPayment(
  payments: Payment[] = [],
  id: string,
  selection: Selection | undefined,
): Payment | undefined {
  const matching = payments.filter(({ payId }) => payId === id);
  return matching.find(hasSeat) ?? (selection ? undefined : matching[0]);
}

/** The payment from the refreshed list, whose status may have changed. */
function latestVersion(payment: Payment, payments: Payment[] = []): Payment {
  return payments.find(({ _id }) => _id === payment._id) ?? payment;
}

function StudentsOnly({ children }: { children: ReactNode }) {
  const state = useSessionState();
  if (state.status === "in" && state.role !== "student") {
    return (
      <EmptyState title="Only students can pay for classes.">
        <p className="mb-0">
          You're logged in as an instructor or admin. Please use a student account to pay for a class.
        </p>
      </EmptyState>
    );
  }
  return children;
}

function EarlierRefund({ payments, id }: { payments: Payment[]; id: string }) {
  const refunded = payments.find(({ payId }) => payId === id);
  if (!refunded) return null;
  return (
    <p className="alert alert-warning">
      You've paid for this class before. {refunded.refundReason}{" "}
      {refunded.status === "refunded" ? "We've refunded that payment." : "Your refund is on its way."}
    </p>
  );
}

function NotSelected() {
  return (
    <EmptyState title="This class isn't in your selected classes.">
      <p>It may have been removed. Check your selected classes, or choose another class.</p>
      <Link className="btn btn-primary" to={pages.mySelectedClasses}>
        My Selected Classes
      </Link>
    </EmptyState>
  );
}
