/** The card provider in the browser; the only module that knows Stripe. Only the payment page imports it. */
import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  ConfirmCardPaymentData,
  PaymentIntentResult,
  Stripe,
  StripeCardElementOptions,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useMemo } from "react";
import { config } from "../shared/config";

export { CardElement, Elements };

/** The provider's client, once loaded. */
export type CardProvider = Stripe;
export type CardStyle = NonNullable<StripeCardElementOptions["style"]>;

export interface Billing {
  email: string;
  name: string;
}

/** How a try to charge ended: charged (the transaction's id), refused (why), or no longer payable at all. */
export type Charge = { charged: string } | { refused: string } | { over: true };

const PATIENCE_MS = 20_000;
const WORKING =
  "Your bank is still working on this payment. Wait a moment and press the button again: you cannot be charged twice.";
const NOT_CHARGED = "The card was not charged. Please try again.";

/** Loads the provider's client. @throws Error where it cannot be had; trying again may help */
export async function loadCardProvider(): Promise<CardProvider> {
  const { script, publishableKey } = config.stripe;
  if (script && !window.Stripe) await loadScript(script);
  const client = await inTime(loadStripe(publishableKey));
  if (!client) throw new Error("The card provider's client is not there.");
  return client;
}

/** Charges what the card form holds; null until provider and form are ready. Never rejects for a refused card. */
export function useCharge(): ((clientSecret: string, billing: Billing) => Promise<Charge>) | null {
  const stripe = useStripe();
  const elements = useElements();
  return useMemo(() => {
    if (!stripe || !elements) return null;
    return async (clientSecret, billing) => {
      const card = elements.getElement(CardElement);
      if (!card) return { refused: NOT_CHARGED };
      return charge(stripe, clientSecret, { payment_method: { card, billing_details: billing } });
    };
  }, [stripe, elements]);
}

async function charge(stripe: Stripe, clientSecret: string, data: ConfirmCardPaymentData): Promise<Charge> {
  const result = await stripe.confirmCardPayment(clientSecret, data);
  const intent = await intentAfter(stripe, clientSecret, result);
  if (intent?.status === "succeeded") return { charged: intent.id };
  if (intent?.status === "canceled") return { over: true };
  if (intent?.status === "processing") return { refused: WORKING };
  return { refused: result.error?.message ?? NOT_CHARGED };
}

/** A refusal may hide a payment that went through: an answer that was lost, or another tab that was quicker. */
async function intentAfter(
  stripe: Stripe,
  clientSecret: string,
  { error, paymentIntent }: PaymentIntentResult,
) {
  const told = paymentIntent ?? error?.payment_intent;
  if (told || error?.type === "validation_error") return told;
  const { paymentIntent: found } = await stripe.retrievePaymentIntent(clientSecret);
  return found;
}

function loadScript(src: string): Promise<void> {
  const script = document.createElement("script");
  script.src = src;
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The card provider's script could not be loaded."));
  });
  document.head.append(script);
  return inTime(loaded).finally(() => script.remove());
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The card provider does not answer.")), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
