import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import { BusyButton } from "../../shared/components/BusyButton";
import { useBackOnline } from "../../shared/hooks/useOnline";
import { formatMoney } from "../../shared/money";
import { type Billing, CardElement, Elements, type StripeClient, useCharge } from "../stripe";
import { useCardStyle } from "./useCardStyle";

interface CardFieldsProps {
  /** The secret of the intent to pay; null while no seat is held. */
  clientSecret: string | null;
  /** Shows when the holds end; null while no seat is held. */
  holdText: string | null;
  /** The amount in dollars. */
  amount: number;
  billing: Billing;
  processing: boolean;
  setProcessing: (processing: boolean) => void;
  onCharged: (transactionId: string) => void;
  /** The intent was canceled and can no longer be paid. */
  onCanceled: () => void;
}

/** Stripe's form, with the Confirm Payment button. */
export function CardForm({ client, ...fields }: CardFieldsProps & { client: StripeClient | null }) {
  return (
    <Elements stripe={client}>
      <CardFields {...fields} ready={client !== null} />
    </Elements>
  );
}

function CardFields({
  ready,
  clientSecret,
  holdText,
  amount,
  processing,
  ...rest
}: CardFieldsProps & { ready: boolean }) {
  const id = useId();
  const style = useCardStyle();
  const options = useMemo(
    () => ({ style, hidePostalCode: true, disabled: processing, disableLink: true }),
    [style, processing],
  );
  const { charge, problem, declined, setProblem } = useCharging({ clientSecret, processing, ...rest });
  const pay = (event: FormEvent) => {
    event.preventDefault();
    void charge?.();
  };
  return (
    <form onSubmit={pay} noValidate>
      <label className="form-label fw-semibold" htmlFor={id}>
        Card details
      </label>
      <div
        className={`card-field form-control ${problem ? "is-invalid" : ""} ${ready ? "" : "placeholder-glow"}`}
      >
        {ready ? (
          <CardElement id={id} options={options} onChange={({ error }) => setProblem(error?.message ?? "")} />
        ) : (
          <span className="placeholder col-12" aria-hidden="true" />
        )}
      </div>
      <div role="alert">
        {problem ? <p className="text-danger mt-2 mb-0">{problem}</p> : null}
        {declined ? <p className="mt-1 mb-0">{adviceAfterDecline(holdText)}</p> : null}
      </div>
      <BusyButton type="submit" size="lg" className="w-100 my-3" busy={processing} disabled={!charge}>
        Confirm Payment <span className="amount">{formatMoney(amount)}</span>
      </BusyButton>
    </form>
  );
}

function adviceAfterDecline(holdText: string | null): string {
  const advice = "You haven't been charged. Check your card details or try another card.";
  return holdText === null ? advice : `${advice} ${holdText}`;
}

const NO_RESPONSE =
  "We couldn't reach Stripe. Check your connection and try again. You won't be charged twice.";

/** `unreached`: Stripe did not respond. */
const NO_PROBLEM = { problem: "", declined: false, unreached: false };

type Charging = Omit<CardFieldsProps, "amount" | "holdText">;

/**
 * Charges the card. `charge` is null while the card cannot be charged; `problem` is the last error message, and
 * `declined` says that it is the reason why the card was declined.
 */
function useCharging({ clientSecret, billing, processing, setProcessing, onCharged, onCanceled }: Charging) {
  const confirm = useCharge();
  const [{ problem, declined }, setOutcome] = useState(NO_PROBLEM);
  const setProblem = (text: string) => setOutcome({ ...NO_PROBLEM, problem: text });
  const charging = useRef(false);
  useBackOnline(() => setOutcome((before) => (before.unreached ? NO_PROBLEM : before)));
  if (!confirm || (clientSecret === null && !processing))
    return { charge: null, problem, declined, setProblem };
  const charge = async () => {
    if (charging.current || clientSecret === null) return;
    charging.current = true;
    setProcessing(true);
    setOutcome(NO_PROBLEM);
    try {
      const outcome = await confirm(clientSecret, billing);
      if ("transactionId" in outcome) return onCharged(outcome.transactionId);
      if ("canceled" in outcome) onCanceled();
      else if ("declined" in outcome)
        setOutcome({ ...NO_PROBLEM, problem: outcome.declined, declined: true });
      else setOutcome({ ...NO_PROBLEM, problem: outcome.failed, unreached: outcome.unreached === true });
    } catch {
      setOutcome({ ...NO_PROBLEM, problem: NO_RESPONSE, unreached: true });
    } finally {
      charging.current = false;
      setProcessing(false);
    }
  };
  return { charge, problem, declined, setProblem };
}
