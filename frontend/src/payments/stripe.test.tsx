/** The door to the card provider itself, against a provider's client that the test plays. */
import { act, render } from "@testing-library/react";
import { config } from "../shared/config";

jest.unmock("./stripe");
const door = jest.requireActual<typeof import("./stripe")>("./stripe");

const SECRET = "pi_1_secret_x";
const BILLING = { email: "student@camp.example", name: "Sam" };
const declined = { type: "card_error", message: "Your card was declined." };
const card = { on: () => card, mount() {}, destroy() {}, update() {}, off: () => card };
const elements = { create: () => card, getElement: () => card, update() {} };
const client = {
  elements: () => elements,
  createToken() {},
  createPaymentMethod() {},
  registerAppInfo() {},
  _registerWrapper() {},
  confirmCardPayment: jest.fn(),
  retrievePaymentIntent: jest.fn(),
};

beforeEach(() => {
  window.Stripe = Object.assign(() => client, { version: "endive" }) as unknown as typeof window.Stripe;
});
afterEach(() => {
  window.Stripe = undefined;
  config.stripe.script = null;
});

let ask: ReturnType<typeof door.useCharge> = null;

function Form() {
  ask = door.useCharge();
  return <door.CardElement />;
}

async function charge() {
  const provider = await door.loadCardProvider();
  const form = (
    <door.Elements stripe={provider}>
      <Form />
    </door.Elements>
  );
  await act(async () => void render(form));
  if (!ask) throw new Error("The door is not ready to charge.");
  return ask(SECRET, BILLING);
}

test("a card that pays is told with the transaction", async () => {
  client.confirmCardPayment.mockResolvedValue({ paymentIntent: { id: "pi_1", status: "succeeded" } });
  await expect(charge()).resolves.toEqual({ charged: "pi_1" });
  expect(client.confirmCardPayment).toHaveBeenCalledWith(SECRET, {
    payment_method: { card, billing_details: BILLING },
  });
  expect(client.retrievePaymentIntent).not.toHaveBeenCalled();
});

test.each([
  [
    "declined",
    { error: { ...declined, payment_intent: { status: "requires_payment_method" } } },
    declined.message,
  ],
  ["incomplete", { error: { type: "validation_error", message: "Incomplete." } }, "Incomplete."],
  ["still at the bank", { paymentIntent: { id: "pi_1", status: "processing" } }, /cannot be charged twice/],
])("a card that is %s is refused with the reason", async (_how, result, reason) => {
  client.confirmCardPayment.mockResolvedValue(result);
  await expect(charge()).resolves.toEqual({ refused: expect.stringMatching(reason) });
});

test.each([
  [
    "another tab was quicker",
    { error: { type: "invalid_request_error", payment_intent: { id: "pi_1", status: "succeeded" } } },
  ],
  ["the answer was lost", { error: { type: "api_connection_error", message: "No answer." } }],
])("money that went through is never taken for a refusal: %s", async (_why, result) => {
  client.confirmCardPayment.mockResolvedValue(result);
  client.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { id: "pi_1", status: "succeeded" } });
  await expect(charge()).resolves.toEqual({ charged: "pi_1" });
});

test("a provider that cannot be asked is told in its own words", async () => {
  const error = { type: "api_connection_error", message: "No answer." };
  client.confirmCardPayment.mockResolvedValue({ error });
  client.retrievePaymentIntent.mockResolvedValue({ error });
  await expect(charge()).resolves.toEqual({ refused: "No answer." });
});

test("an intent that was canceled is over", async () => {
  client.confirmCardPayment.mockResolvedValue({ error: { payment_intent: { status: "canceled" } } });
  await expect(charge()).resolves.toEqual({ over: true });
});

test("the provider's script comes first where the page names one, and can be tried again", async () => {
  const stripe = window.Stripe;
  window.Stripe = undefined;
  config.stripe.script = "http://127.0.0.1:1/v3/stripe.js";
  const first = door.loadCardProvider();
  const script = () => document.querySelector<HTMLScriptElement>(`script[src="${config.stripe.script}"]`);
  script()?.onerror?.("blocked");
  await expect(first).rejects.toThrow(/could not be loaded/);
  expect(script()).toBeNull();
  const second = door.loadCardProvider();
  window.Stripe = stripe;
  script()?.onload?.(new Event("load"));
  await expect(second).resolves.toBe(client);
});
