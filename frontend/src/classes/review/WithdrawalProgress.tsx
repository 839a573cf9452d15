import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { EmailLink } from "../../shared/components/EmailLink";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { WithdrawnNote } from "../card/WithdrawnNote";
import { countOf } from "../model/facts";
import { useWithdrawal, type Withdrawal } from "./adminApi";

/**
 * Shows an admin the progress of the refunds of a withdrawn class.
 *
 * @param takesFocus receives the focus on mount, because it replaces the form that the admin was using
 */
export function WithdrawalProgress({ id, takesFocus = false }: { id: string; takesFocus?: boolean }) {
  const { data, error, mutate } = useWithdrawal(id);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) container.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={container} tabIndex={-1} className="withdrawal">
      {data ? <RefundProgress withdrawal={data} /> : <LoadingRows error={error} retry={mutate} count={3} />}
    </div>
  );
}

/** How many refunds of a withdrawn class are sent, on its card. Keeps counting while some are owed. */
export function RefundsOnCard({ id }: { id: string }) {
  const { data } = useWithdrawal(id);
  if (!data || data.refunds.sent + data.refunds.owed === 0) return null;
  const { sent, owed, failed } = data.refunds;
  return (
    <p className="mb-0">
      <progress className="upload-progress" value={sent} max={sent + owed} aria-hidden="true" />
      <span role="status">
        {sent} of {countOf(sent + owed, "refund")} sent
        {failed > 0 ? `, ${failed} failed` : ""}
      </span>
    </p>
  );
}

function RefundProgress({ withdrawal }: { withdrawal: Withdrawal }) {
  const { withdrawnAt, reason, seats, refunds, amount, failed, byHand } = withdrawal;
  return (
    <>
      <WithdrawnNote withdrawnAt={withdrawnAt} reason={reason} />
      <p className="fw-semibold my-3" role="status">
        {statusText(withdrawal)}
      </p>
      <dl className="facts">
        <Fact name="Seats released">{seats}</Fact>
        <Fact name="Refunds sent">
          {refunds.sent} ({formatMoney(amount.sent)})
        </Fact>
        <Fact name="Refunds still owed">
          {refunds.owed} ({formatMoney(amount.owed)})
        </Fact>
        {refunds.failed > 0 ? <Fact name="Of these, failed">{refunds.failed}</Fact> : null}
        {byHand.payments > 0 ? (
          <Fact name="To pay back by hand">
            {byHand.payments} ({formatMoney(byHand.amount)})
          </Fact>
        ) : null}
      </dl>
      {failed.length > 0 ? <FailedRefunds failed={failed} /> : null}
      {byHand.payments > 0 ? (
        <p className="mb-0">
          They didn't pay by card. Pay them back, and record it under <Link to={pages.money}>Money</Link>.
        </p>
      ) : null}
    </>
  );
}

function statusText({ refunds: { sent, owed, failed }, byHand }: Withdrawal): string {
  if (sent + owed === 0 && byHand.payments > 0) return "Nobody had paid by card.";
  if (sent + owed === 0) return "Nobody had paid for a seat, so there's nothing to refund.";
  if (owed === 0) return "All refunds have been sent.";
  if (failed < owed)
    return `We're sending the refunds: ${sent} of ${sent + owed} so far. You can close this window, and they'll continue.`;
  return failed === 1 ? "One refund didn't go through yet." : `${failed} refunds didn't go through yet.`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="amount">{children}</dd>
    </>
  );
}

function FailedRefunds({ failed }: { failed: Withdrawal["failed"] }) {
  return (
    <section aria-labelledby="failed-refunds">
      <h3 id="failed-refunds" className="fs-5">
        Failed refunds
      </h3>
      <ul className="list-unstyled">
        {failed.map(({ paymentId, name, email, amount, error }) => (
          <li key={paymentId} className="py-2 border-bottom">
            <p className="mb-0">
              <strong>{name || "No name given"}</strong>, <EmailLink address={email} />,{" "}
              <span className="amount">{formatMoney(amount)}</span>
            </p>
            <p className="mb-0">{error}</p>
          </li>
        ))}
      </ul>
      <p className="mb-0">
        We keep trying. If a card can't take the money, pay it back another way, and record it under{" "}
        <Link to={pages.money}>Money</Link>.
      </p>
    </section>
  );
}
