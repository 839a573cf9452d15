import { type ReactNode, useState } from "react";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { type Selection, useSelections } from "../../classes/api";
import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { useRefreshSeats } from "../../shared/api/invalidation";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { hasSeat, type Payment, type Quote, usePayments } from "../api";
import { CardCheckout } from "../card/CardCheckout";
import { refundProgress } from "../history/PaymentStatus";
import { PaymentResult } from "../result/PaymentResult";
import { SettlementNotice } from "../result/SettlementNotice";
import { type Settlement, useSettlement } from "../result/useSettlement";
import { groupedBy, totalOf, withPrices } from "../selected/selections";
import { CheckoutSkeleton } from "./CheckoutSkeleton";
import { FreeCheckout } from "./FreeCheckout";
import { NotSelected } from "./NotSelected";
import { PaymentHeading } from "./PaymentLayout";

interface CheckoutProps {
  /** The ids of the selections to pay for. */
  ids: readonly string[];
  /** The heading of the page until there is a result. */
  title: string;
}

/** Renders the checkout, then the settlement, then the result. */
export function Checkout({ ids, title }: CheckoutProps) {
  const payments = usePayments();
  const selections = useSelections();
  const { settlement, settle, setSettled } = useSettlement();
  const settled = settledPayments(settlement, payments.data);
  if (settled.length > 0) return <PaymentResult payments={settled} justNow />;
  if (settlement.status === "settling" || settlement.status === "waiting")
    return (
      <>
        <PaymentHeading title={title} />
        <SettlementNotice settlement={settlement} retry={() => void settle(settlement.charged)} />
      </>
    );
  const chosen = ids.flatMap((id) => selections.data?.find(({ _id }) => _id === id) ?? []);
  const earlier = ids.flatMap((id) => earlierPayment(payments.data, id, chosen) ?? []);
  if (earlier.length === ids.length) return <PaymentResult payments={earlier} justNow={false} />;
  return (
    <>
      <PaymentHeading title={title} />
      {payments.data && selections.data ? (
        <Unpaid
          ids={ids}
          payments={payments.data}
          chosen={chosen}
          earlier={earlier}
          settle={settle}
          setSettled={setSettled}
        />
      ) : (
        <Loading
          seats={ids.length}
          // One for each seat until the classes are known.
          classes={groupedBy(chosen, ({ classId }) => classId).length || ids.length}
          error={payments.error ?? selections.error}
        />
      )}
    </>
  );
}

/** Returns the payments of the settled order, preferring the refreshed list, which has their current status. */
function settledPayments(settlement: Settlement, payments: Payment[] = []): Payment[] {
  if (settlement.status === "none") return [];
  if (settlement.status !== "settled")
    // Stripe's webhook may settle the order first.
    return payments.filter(({ transactionId }) => transactionId === settlement.charged.transactionId);
  return settlement.payments.map((payment) => payments.find(({ _id }) => _id === payment._id) ?? payment);
}

function Loading({ error, ...counts }: { seats: number; classes: number; error: unknown }) {
  const refreshSeats = useRefreshSeats();
  return error ? <ErrorState error={error} retry={refreshSeats} /> : <CheckoutSkeleton {...counts} />;
}

type UnpaidProps = Pick<CheckoutProps, "ids"> &
  Pick<ReturnType<typeof useSettlement>, "settle" | "setSettled"> & {
    payments: readonly Payment[];
    /** Those of the selections that still exist. */
    chosen: readonly Selection[];
    /** The payments for the others. */
    earlier: readonly Payment[];
  };

/** Renders the checkout of unpaid selections, or an explanation if they cannot be paid. */
function Unpaid({ ids, payments, chosen, earlier, settle, setSettled }: UnpaidProps) {
  const [quote, setQuote] = useState<Quote | null>(null);
  // The pressed button is gone.
  const restoreFocus = useAfterRendering(focusIfLost);
  if (chosen.length < ids.length)
    return <NotSelected count={ids.length} remaining={chosen} booked={earlier} />;
  const changeQuote = (next: Quote) => {
    setQuote(next);
    restoreFocus();
  };
  const lines = withPrices(chosen, quote?.lines ?? []);
  return (
    <StudentsOnly>
      <EarlierRefunds payments={payments} selections={chosen} />
      {totalOf(lines) === 0 ? (
        <FreeCheckout selections={lines} quote={quote} onQuote={changeQuote} onEnrolled={setSettled} />
      ) : (
        <CardCheckout
          key={quote?.code}
          selections={lines}
          quote={quote}
          onQuote={changeQuote}
          onCharged={settle}
        />
      )}
      <div className="mt-3">
        <BackLink to={pages.mySelectedClasses}>My Selected Classes</BackLink>
      </div>
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
