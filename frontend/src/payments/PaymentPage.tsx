import type { ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import { useSessionState } from "../accounts/SessionProvider";
import type { Selection } from "../classes/api";
import { PageHeading } from "../shared/Page";
import { pages } from "../shared/paths";
import { EmptyState, ErrorState } from "../shared/states";
import { isSeated, type Payment, usePayments, useRefreshSeats, useSelections } from "./api";
import { CardCheckout } from "./CardCheckout";
import { CheckoutSkeleton } from "./CheckoutSkeleton";
import { FreeCheckout } from "./FreeCheckout";
import { Outcome } from "./Outcome";
import { SettlingNote } from "./SettlingNote";
import { priceNow } from "./useHold";
import { useSettling } from "./useSettling";

/** Pays for one selected class, in one column from what it is to what happens next. */
export default function PaymentPage() {
  const { id = "" } = useParams();
  return (
    <div className="paying">
      <PageHeading className="mb-3">Payment</PageHeading>
      <PaymentOf key={id} id={id} />
    </div>
  );
}

function PaymentOf({ id }: { id: string }) {
  const selections = useSelections();
  const payments = usePayments();
  const refresh = useRefreshSeats();
  const { settling, begin, conclude } = useSettling();
  const settled = settling.status === "settled" ? settling.payment : null;
  const selection = selections.data?.find(({ _id }) => _id === id);
  const paid = settled ?? paidBefore(payments.data, id, selection);
  if (paid)
    return (
      <Outcome
        payment={latest(paid, payments.data)}
        justNow={settled !== null || settling.status !== "none"}
      />
    );
  if (settling.status === "settling" || settling.status === "waiting")
    return <SettlingNote settling={settling} again={() => void begin(settling.charged)} />;
  const error = selections.error ?? payments.error;
  if (error && !(selections.data && payments.data))
    return <ErrorState error={error} retry={() => refresh()} />;
  if (!selections.data || !payments.data) return <CheckoutSkeleton />;
  if (!selection) return <NotSelected />;
  return (
    <StudentsOnly>
      <EarlierRefund payments={payments.data} id={id} />
      {priceNow(selection) === 0 ? (
        <FreeCheckout selection={selection} onEnrolled={conclude} />
      ) : (
        <CardCheckout selection={selection} onCharged={(charged) => void begin(charged)} />
      )}
    </StudentsOnly>
  );
}

/** The payment that this selection has become. While the selection stands, a refunded one bars nobody from paying. */
function paidBefore(
  payments: Payment[] = [],
  id: string,
  selection: Selection | undefined,
): Payment | undefined {
  const own = payments.filter(({ payId }) => payId === id);
  return own.find(isSeated) ?? (selection ? undefined : own[0]);
}

function latest(payment: Payment, payments: Payment[] = []): Payment {
  return payments.find(({ _id }) => _id === payment._id) ?? payment;
}

function StudentsOnly({ children }: { children: ReactNode }) {
  const state = useSessionState();
  if (state.status === "in" && state.role !== "student") {
    return (
      <EmptyState title="Only students take places in classes.">
        <p className="mb-0">
          Your account teaches or runs the school now. Use a student's account to pay for a class.
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
      An earlier payment for this class did not become a place: {refunded.refundReason} Your money{" "}
      {refunded.status === "refunded" ? "has been given back." : "is on its way back."}
    </p>
  );
}

function NotSelected() {
  return (
    <EmptyState title="This class is not among your selected classes.">
      <p>It may have been removed. Look at your selected classes, or choose another one.</p>
      <Link className="btn btn-primary" to={pages.mySelectedClasses}>
        My Selected Classes
      </Link>
    </EmptyState>
  );
}
