import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { childNameOf } from "../../classes/model/participants";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter, useRefreshSeats } from "../../shared/api/invalidation";
import { BusyButton } from "../../shared/components/BusyButton";
import { ConfirmDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { useIsPast } from "../../shared/hooks/useIsPast";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { formatSiteMoment } from "../../shared/siteTime";
import { cancelEnrollment, type Payment } from "../api";

type Terms = NonNullable<Payment["cancellation"]>;

interface TermsProps {
  payment: Payment;
  terms: Terms;
}

/** Says what the student gets back for canceling the enrollment now, and lets them cancel until the class begins. */
export function CancelEnrollment({ payment }: { payment: Payment }) {
  const { your } = wordsFor(payment);
  return (
    <section className="prose no-print mt-5" aria-labelledby="cancel-seat">
      <h2 id="cancel-seat">Canceling {your} seat</h2>
      {payment.cancellation === null ? (
        <p>
          This class has started, so you can't cancel {your} seat online. If your plans have changed, please{" "}
          <Link to={pages.contact}>write to us</Link>.
        </p>
      ) : (
        <Cancelable payment={payment} terms={payment.cancellation} />
      )}
    </section>
  );
}

function Cancelable({ payment, terms }: TermsProps) {
  const [open, setOpen] = useState(false);
  const refreshSeats = useRefreshSeats();
  // The page may have been open for days, but the dialog must show the current terms.
  const opening = useAction(async () => {
    await refreshSeats();
    setOpen(true);
  });
  const { run, busy, error, clearError } = useCancellation(payment, terms, () => setOpen(false));
  useRefreshAtEnd(open ? terms : null);
  const words = actionWords(payment, terms);
  return (
    <>
      <p>
        <OfferText payment={payment} terms={terms} />
      </p>
      <BusyButton variant="outline-danger" busy={opening.busy} onClick={() => void opening.run()}>
        {words.confirm}
      </BusyButton>
      <ConfirmDialog
        title={words.title}
        open={open}
        close={() => {
          clearError();
          setOpen(false);
        }}
        cancel={words.keep}
        confirm={words.confirm}
        busy={busy}
        onConfirm={() => void run()}
      >
        <p className="mb-0">
          <ConsequenceText payment={payment} terms={terms} />
        </p>
        <p role="alert" className="text-danger mb-0">
          {error === null ? "" : errorMessage(error)}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Whether the student paid and gets nothing back. */
function isWithoutRefund({ payment, terms }: TermsProps): boolean {
  return payment.price > 0 && terms.percent === 0;
}

/** The possessive for the participant: as the student says it, and as the page says it to the student. */
function wordsFor(payment: Payment): { my: string; your: string } {
  const name = childNameOf(payment);
  return name === null ? { my: "my", your: "your" } : { my: `${name}'s`, your: `${name}'s` };
}

function actionWords(payment: Payment, terms: Terms): { title: string; keep: string; confirm: string } {
  const { my, your } = wordsFor(payment);
  const keep = `Keep ${my} seat`;
  if (isWithoutRefund({ payment, terms }))
    return { title: `Give up ${your} seat without a refund?`, keep, confirm: `Give up ${my} seat` };
  return { title: `Cancel ${your} seat?`, keep, confirm: `Cancel ${my} seat` };
}

/** Says how much a cancellation refunds, and until when. */
function OfferText({ payment, terms }: TermsProps): ReactNode {
  const { your } = wordsFor(payment);
  const { amount, percent, until } = terms;
  if (payment.price === 0) return "If your plans change, please cancel, so that someone else can join.";
  if (payment.dispute !== null) return disputeText(payment, amount);
  const rules = <Link to={pages.refundTerms}>How refunds work</Link>;
  if (percent === 0) {
    return (
      <>
        It's too late for a refund. You can still give up {your} seat. {rules}
      </>
    );
  }
  return (
    <>
      You'll get <strong className="amount">{formatMoney(amount)}</strong> back ({shareText(payment, percent)}
      ){until === null ? "" : ` if you cancel by ${formatSiteMoment(until)}`}. {rules}
    </>
  );
}

/** While the bank has the money of a payment, the school can't refund it. */
function disputeText({ dispute }: Payment, amount: number): string {
  return dispute === "lost"
    ? "Your bank has already returned this payment to you."
    : `You or your bank have questioned this payment. If you cancel, and the bank decides that the payment stands, you'll get ${formatMoney(amount)} back.`;
}

/** The percentage. After an earlier refund, also its amount, which explains why the rest is lower. */
function shareText({ refundedAmount }: Payment, percent: number): string {
  return refundedAmount > 0
    ? `${percent}%, less the ${formatMoney(refundedAmount)} we've already refunded`
    : `${percent}%`;
}

/** What happens when the student confirms. */
function ConsequenceText({ payment, terms }: TermsProps): ReactNode {
  const { your } = wordsFor(payment);
  const { amount, percent } = terms;
  const name = <strong>{payment.nameClass}</strong>;
  if (isWithoutRefund({ payment, terms })) {
    return (
      <>
        You won't get any money back for {your} seat in {name}. Someone else may then take it.
      </>
    );
  }
  const isByCard = payment.method === "card";
  const refund = payment.dispute === null && (
    <>
      {" "}
      and {isByCard ? "send" : "pay"} <strong className="amount">{formatMoney(amount)}</strong> (
      {shareText(payment, percent)}) back to {isByCard ? "your card" : "you"}
    </>
  );
  return (
    <>
      We'll cancel {your} seat in {name} right away
      {payment.price === 0 ? "" : refund}. Someone else may then take it.
      {payment.dispute === null ? "" : ` ${disputeText(payment, amount)}`}
    </>
  );
}

/** Requests the terms again when they end, so that an open dialog does not promise too much. */
function useRefreshAtEnd(terms: Terms | null): void {
  const refreshSeats = useRefreshSeats();
  const isOver = useIsPast(terms?.until ? Date.parse(terms.until) : null);
  useEffect(() => {
    if (isOver) void refreshSeats();
  }, [isOver, refreshSeats]);
}

/**
 * Cancels the enrollment. A transient error stays in the dialog for a retry. If the refund has changed, the dialog says
 * so and shows the new amount. Other errors close the dialog with a toast.
 */
function useCancellation(payment: Payment, terms: Terms, closeDialog: () => void) {
  const invalidateSeats = useInvalidateAfter("changeSeats");
  const toast = useToast();
  return useAction(async () => {
    try {
      await cancelEnrollment(payment._id, terms);
      const name = childNameOf(payment);
      toast(`${name === null ? "Your" : `${name}'s`} seat in ${payment.nameClass} has been canceled`);
    } catch (error) {
      const apiError = asApiError(error);
      const isChanged = apiError?.code === "refund_changed";
      if (isChanged) await invalidateSeats();
      if (isChanged || (apiError?.isTransient ?? true)) throw error;
      toast(errorMessage(error), "error");
    }
    closeDialog();
    await invalidateSeats();
  });
}
