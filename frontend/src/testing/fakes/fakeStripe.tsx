/** A fake of Stripe, which replaces payments/stripe.ts. */
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import type { Billing, Charge, StripeClient } from "../../payments/stripe";

type StripeModule = typeof import("../../payments/stripe");

class FakeStripe {
  /** How many more times the script fails to load. */
  loadFailures = 0;
  /** The outcomes of the next charges; the last one repeats. */
  outcomes: (Charge | Promise<Charge> | Error)[] = [];
  charges: { clientSecret: string; billing: Billing }[] = [];

  reset(): void {
    this.loadFailures = 0;
    this.outcomes = [{ transactionId: "pi_1" }];
    this.charges = [];
  }

  async charge(clientSecret: string, billing: Billing): Promise<Charge> {
    this.charges.push({ clientSecret, billing });
    const outcome = this.outcomes.length > 1 ? this.outcomes.shift() : this.outcomes[0];
    if (outcome === undefined || outcome instanceof Error) throw outcome;
    return outcome;
  }
}

export const stripeFake = new FakeStripe();

/** A single input instead of the card form. The typed text becomes Stripe's validation error. */
function CardElement({ id, options, onChange }: ComponentProps<StripeModule["CardElement"]>) {
  const emitChange = (message: string) =>
    onChange?.({ error: message ? { message } : undefined } as Parameters<NonNullable<typeof onChange>>[0]);
  return <input id={id} disabled={options?.disabled} onChange={(event) => emitChange(event.target.value)} />;
}

const ClientContext = createContext<unknown>(null);

function Elements({ stripe, children }: { stripe: unknown; children?: ReactNode }) {
  return <ClientContext.Provider value={stripe}>{children}</ClientContext.Provider>;
}

/** Replaces payments/stripe in all tests, by jest.mock in setup.ts. @public */
export const fakeStripe = {
  CardElement,
  Elements,
  loadStripeClient: async () => {
    if (stripeFake.loadFailures-- > 0) throw new Error("The script is blocked.");
    return {} as StripeClient;
  },
  useCharge: () => {
    const client = useContext(ClientContext);
    return client ? (secret: string, billing: Billing) => stripeFake.charge(secret, billing) : null;
  },
};
