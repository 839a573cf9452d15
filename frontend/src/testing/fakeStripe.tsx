/** The card provider, faked at the one module that knows it. */
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import type { Billing, CardProvider, Charge } from "../payments/stripe";

type Stripe = typeof import("../payments/stripe");

class FakeTill {
  /** How many times its script still fails to load. */
  missing = 0;
  /** How the next charges end; the last one stays. */
  outcomes: (Charge | Promise<Charge> | Error)[] = [];
  charges: { clientSecret: string; billing: Billing }[] = [];

  reset(): void {
    this.missing = 0;
    this.outcomes = [{ charged: "pi_1" }];
    this.charges = [];
  }

  async charge(clientSecret: string, billing: Billing): Promise<Charge> {
    this.charges.push({ clientSecret, billing });
    const outcome = this.outcomes.length > 1 ? this.outcomes.shift() : this.outcomes[0];
    if (outcome === undefined || outcome instanceof Error) throw outcome;
    return outcome;
  }
}

export const till = new FakeTill();

/** One input in place of the card; what is typed is the provider's complaint about it. */
function CardElement({ id, options, onChange }: ComponentProps<Stripe["CardElement"]>) {
  const complain = (message: string) =>
    onChange?.({ error: message ? { message } : undefined } as Parameters<NonNullable<typeof onChange>>[0]);
  return <input id={id} disabled={options?.disabled} onChange={(event) => complain(event.target.value)} />;
}

const Client = createContext<unknown>(null);

function Elements({ stripe, children }: { stripe: unknown; children?: ReactNode }) {
  return <Client.Provider value={stripe}>{children}</Client.Provider>;
}

export const fakeStripe = {
  CardElement,
  Elements,
  loadCardProvider: async () => {
    if (till.missing-- > 0) throw new Error("The script is blocked.");
    return {} as CardProvider;
  },
  useCharge: () => {
    const client = useContext(Client);
    return client ? (secret: string, billing: Billing) => till.charge(secret, billing) : null;
  },
};
