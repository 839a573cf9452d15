import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import { BusyButton } from "../shared/BusyButton";
import { money } from "../shared/money";
import { useCardStyle } from "./cardStyle";
import { type Billing, CardElement, type CardProvider, Elements, useCharge } from "./stripe";

interface CardFieldsProps {
  /** Null while there is nothing to pay with it. */
  clientSecret: string | null;
  price: number;
  billing: Billing;
  processing: boolean;
  setProcessing: (processing: boolean) => void;
  onCharged: (transactionId: string) => void;
  /** What was to be paid cannot be paid any longer. */
  onOver: () => void;
}

/** The provider's card form and the one button that pays. */
export function CardForm({ provider, ...fields }: CardFieldsProps & { provider: CardProvider | null }) {
  return (
    <Elements stripe={provider}>
      <CardFields {...fields} ready={provider !== null} />
    </Elements>
  );
}

function CardFields({
  ready,
  clientSecret,
  price,
  processing,
  ...rest
}: CardFieldsProps & { ready: boolean }) {
  const id = useId();
  const style = useCardStyle();
  const options = useMemo(
    () => ({ style, hidePostalCode: true, disabled: processing, disableLink: true }),
    [style, processing],
  );
  const { charge, problem, setProblem } = useCharging({ clientSecret, processing, ...rest });
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
      <div role="alert">{problem ? <p className="text-danger mt-2 mb-0">{problem}</p> : null}</div>
      <BusyButton type="submit" size="lg" className="w-100 my-3" busy={processing} disabled={!charge}>
        Confirm Payment <span className="amount">{money(price)}</span>
      </BusyButton>
    </form>
  );
}

const NO_ANSWER =
  "The card provider could not be asked. Check your connection and try again: you cannot be charged twice.";

type Charging = Omit<CardFieldsProps, "price">;

/** The charge itself, null while it cannot be begun, and what went wrong with the last one. */
function useCharging({ clientSecret, billing, processing, setProcessing, onCharged, onOver }: Charging) {
  const ask = useCharge();
  const [problem, setProblem] = useState("");
  const running = useRef(false);
  if (!ask || (clientSecret === null && !processing)) return { charge: null, problem, setProblem };
  const charge = async () => {
    if (running.current || clientSecret === null) return;
    running.current = true;
    setProcessing(true);
    setProblem("");
    try {
      const outcome = await ask(clientSecret, billing);
      if ("charged" in outcome) return onCharged(outcome.charged);
      if ("over" in outcome) onOver();
      else setProblem(outcome.refused);
    } catch {
      setProblem(NO_ANSWER);
    } finally {
      running.current = false;
      setProcessing(false);
    }
  };
  return { charge, problem, setProblem };
}
