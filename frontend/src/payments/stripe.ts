/** The only module that imports Stripe's packages. Only the payment pages import it. */
import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  ConfirmCardPaymentData,
  PaymentIntentResult,
  Stripe,
  StripeCardElementOptions,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useMemo } from "react";
import { withTimeout } from "../shared/api/withTimeout";
import { config } from "../shared/config";

export { CardElement, Elements };

/** Stripe's client, once loaded. */
export type StripeClient = Stripe;
export type CardStyle = NonNullable<StripeCardElementOptions["style"]>;

export interface Billing {
  email: string;
  name: string;
}

/** The outcome of a charge: the transaction id, why the card was declined, why it failed otherwise, or a canceled intent. */
export type Charge =
  | { transactionId: string }
  | { declined: string }
  /** `unreached`: Stripe did not respond. */
  | { failed: string; unreached?: boolean }
  | { canceled: true };

const TIMEOUT_MS = 20_000;
const PROCESSING =
  "Your bank is still working on this payment. Wait a moment, then press the button again. You won't be charged twice.";
const NOT_CHARGED = "Your card wasn't charged. Please try again.";

let client: Promise<StripeClient> | null = null;

/** Loads Stripe's client, once per page load. @throws Error if it cannot be loaded; a retry may succeed */
export function loadStripeClient(): Promise<StripeClient> {
  client ??= createClient().catch((error: unknown) => {
    client = null;
    throw error;
  });
  return client;
}

async function createClient(): Promise<StripeClient> {
  const { script, publishableKey } = config.stripe;
  if (script && !window.Stripe) await loadScript(script);
  const client = await withStripeTimeout(loadStripe(publishableKey));
  if (!client) throw new Error("Stripe is not available.");
  return client;
}

/** Returns a function that charges the card, or null until the form is ready. A declined card does not reject. */
export function useCharge(): ((clientSecret: string, billing: Billing) => Promise<Charge>) | null {
  const stripe = useStripe();
  const elements = useElements();
  return useMemo(() => {
    if (!stripe || !elements) return null;
    return async (clientSecret, billing) => {
      const card = elements.getElement(CardElement);
      if (!card) return { failed: NOT_CHARGED };
      return charge(stripe, clientSecret, { payment_method: { card, billing_details: billing } });
    };
  }, [stripe, elements]);
}

async function charge(stripe: Stripe, clientSecret: string, data: ConfirmCardPaymentData): Promise<Charge> {
  const result = await stripe.confirmCardPayment(clientSecret, data);
  const intent = await intentAfter(stripe, clientSecret, result);
  if (intent?.status === "succeeded") return { transactionId: intent.id };
  if (intent?.status === "canceled") return { canceled: true };
  if (intent?.status === "processing") return { failed: PROCESSING };
  const reason = result.error?.message ?? NOT_CHARGED;
  if (result.error?.type === "card_error") return { declined: reason };
  return { failed: reason, unreached: result.error?.type === "api_connection_error" };
}

/** Finds the intent. Despite an error it may have succeeded: if the response was lost, or another tab paid first. */
async function intentAfter(
  stripe: Stripe,
  clientSecret: string,
  { error, paymentIntent }: PaymentIntentResult,
) {
  const known = paymentIntent ?? error?.payment_intent;
  if (known || error?.type === "validation_error") return known;
  const { paymentIntent: found } = await stripe.retrievePaymentIntent(clientSecret);
  return found;
}

function loadScript(src: string): Promise<void> {
  const script = document.createElement("script");
  script.src = src;
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Stripe's script could not be loaded."));
  });
  document.head.append(script);
  return withStripeTimeout(loaded).finally(() => script.remove());
}

function withStripeTimeout<T>(work: Promise<T>): Promise<T> {
  return withTimeout(work, TIMEOUT_MS, () => new Error("Stripe did not respond."));
}
