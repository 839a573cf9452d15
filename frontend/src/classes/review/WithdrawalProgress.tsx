import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useUserData } from "../../shared/api/resources";
import type { ResponseBody } from "../../shared/api/types";
import { POLLED, usePolling } from "../../shared/api/usePolling";
import { EmailLink } from "../../shared/components/EmailLink";
import { Section } from "../../shared/components/Section";
import { formatMoney } from "../../shared/money";
import { calls, pages } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { WithdrawnNote } from "../card/WithdrawnNote";

/** The progress of the refunds of a withdrawn class. Amounts are in dollars. */
export type Withdrawal = ResponseBody<"GET", "/classes/{id}/withdrawal">;

/** Shows an admin the progress of the refunds of a withdrawn class. Polls while one is owed. */
export function WithdrawalProgress({ id }: { id: string }) {
  const path = calls.withdrawal(id);
  const { data, error, mutate } = useUserData(path, POLLED);
  usePolling(data && data.refunds.owed > 0 ? path : null);
  if (data) return <RefundProgress withdrawal={data} />;
  return <LoadingRows error={error} retry={mutate} count={3} />;
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
    return `We're sending the refunds: ${sent} of ${sent + owed} so far. They continue without this page.`;
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
    <Section title="Failed refunds" level={3}>
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
    </Section>
  );
}
