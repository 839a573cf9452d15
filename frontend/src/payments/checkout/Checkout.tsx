import { type ReactNode, useState } from "react";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { type Selection, useSelections } from "../../classes/api";
import { useParticipantText, withParticipant } from "../../classes/select/participants";
import { useRefreshSeats } from "../../shared/api/invalidation";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { hasSeat, type Payment, type Quote, usePayments } from "../api";
import { CardCheckout } from "../card/CardCheckout";
import { refundProgress } from "../history/PaymentStatus";
import { PaymentResult } from "../result/PaymentResult";
import { SettlementNotice } from "../result/SettlementNotice";
import { type Settlement, useSettlement } from "../result/useSettlement";
import { totalOf, withPrices } from "../selected/selections";
import { CheckoutSkeleton } from "./CheckoutSkeleton";
import { FreeCheckout } from "./FreeCheckout";
import { NotSelected } from "./NotSelected";

interface CheckoutProps {
  /** The ids of the selections to pay for. */
  ids: readonly string[];
}

/** Renders the checkout, then the settlement, then the result. */
export function Checkout({ ids }: CheckoutProps) {
  const payments = usePayments();
  const { settlement, settle, setSettled } = useSettlement();
  const settled = settledPayments(settlement, payments.data);
  if (settled.length > 0) return <PaymentResult payments={settled} justNow />;
  if (settlement.status === "settling" || settlement.status === "waiting")
    return <SettlementNotice settlement={settlement} retry={() => void settle(settlement.charged)} />;
  return <Unpaid ids={ids} payments={payments} settle={settle} setSettled={setSettled} />;
}

/** Returns the payments of the settled order, preferring the refreshed list, which has their current status. */
function settledPayments(settlement: Settlement, payments: Payment[] = []): Payment[] {
  if (settlement.status === "none") return [];
  if (settlement.status !== "settled")
    // Stripe's webhook may settle the order first.
    return payments.filter(({ transactionId }) => transactionId === settlement.charged.transactionId);
  return settlement.payments.map((payment) => payments.find(({ _id }) => _id === payment._id) ?? payment);
}

type UnpaidProps = CheckoutProps &
  Pick<ReturnType<typeof useSettlement>, "settle" | "setSettled"> & {
    payments: ReturnType<typeof usePayments>;
  };

/** Renders the checkout of unpaid selections, or an explanation if they cannot be paid. */
function Unpaid({ ids, payments, settle, setSettled }: UnpaidProps) {
  const selections = useSelections();
  const refreshSeats = useRefreshSeats();
  const [quote, setQuote] = useState<Quote | null>(null);
  const chosen = ids.flatMap((id) => selections.data?.find(({ _id }) => _id === id) ?? []);
  const earlier = ids.flatMap((id) => earlierPayment(payments.data, id, chosen) ?? []);
  if (earlier.length === ids.length) return <PaymentResult payments={earlier} justNow={false} />;
  const error = selections.error ?? payments.error;
  if (error && !(selections.data && payments.data)) return <ErrorState error={error} retry={refreshSeats} />;
  if (!selections.data || !payments.data) return <CheckoutSkeleton seats={ids.length} />;
  if (chosen.length < ids.length)
    return <NotSelected count={ids.length} remaining={chosen} booked={earlier} />;
  const code = quote?.code ?? "";
  const lines = withPrices(chosen, quote?.lines ?? []);
  return (
    <StudentsOnly>
      <EarlierRefunds payments={payments.data} selections={chosen} />
      {totalOf(lines) === 0 ? (
        <FreeCheckout selections={lines} code={code} onEnrolled={setSettled} />
      ) : (
        <CardCheckout key={code} selections={lines} code={code} onCode={setQuote} onCharged={settle} />
      )}
    </StudentsOnly>
  );
}

/** Returns the payment for this selection. Ignores a refunded payment while the selection exists: the user may pay again. */
function earlierPayment(
  payments: Payment[] = [],
  id: string,
  selections: readonly Selection[],
): Payment | undefined {
  const matching = payments.filter(({ payId }) => payId === id);
  const isSelected = selections.some(({ _id }) => _id === id);
  return matching.find(hasSeat) ?? (isSelected ? undefined : matching[0]);
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

interface EarlierRefundsProps {
  payments: readonly Payment[];
  selections: readonly Selection[];
}

function EarlierRefunds({ payments, selections }: EarlierRefundsProps) {
  const participantText = useParticipantText();
  return selections.map((selection) => {
    const refunded = payments.find(({ payId }) => payId === selection._id);
    const name = withParticipant(selection.nameClass, participantText(selection));
    return refunded ? (
      <p key={selection._id} className="alert alert-warning">
        You've paid for {selections.length === 1 ? "this class" : name} before. {refunded.refundReason}{" "}
        {refundProgress(refunded)}
      </p>
    ) : null;
  });
}
