/** Tests the real module with a fake Stripe client. */
import { act, render } from "@testing-library/react";
import { config } from "../shared/config";

jest.unmock("./stripe");
const stripeModule = jest.requireActual<typeof import("./stripe")>("./stripe");

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

const createClient = Object.assign(jest.fn(), { version: "endive" });

beforeEach(() => {
  createClient.mockReturnValue(client);
  window.Stripe = createClient as unknown as typeof window.Stripe;
});
afterEach(() => {
  window.Stripe = undefined;
});

let chargeCard: ReturnType<typeof stripeModule.useCharge> = null;

function Form() {
  chargeCard = stripeModule.useCharge();
  return <stripeModule.CardElement />;
}

async function charge() {
  const provider = await stripeModule.loadStripeClient();
  const form = (
    <stripeModule.Elements stripe={provider}>
      <Form />
    </stripeModule.Elements>
  );
  await act(async () => void render(form));
  if (!chargeCard) throw new Error("The form is not ready to charge.");
  return chargeCard(SECRET, BILLING);
}

test("returns the transaction id of a successful charge", async () => {
  client.confirmCardPayment.mockResolvedValue({ paymentIntent: { id: "pi_1", status: "succeeded" } });
  await expect(charge()).resolves.toEqual({ transactionId: "pi_1" });
  expect(client.confirmCardPayment).toHaveBeenCalledWith(SECRET, {
    payment_method: { card, billing_details: BILLING },
  });
  expect(client.retrievePaymentIntent).not.toHaveBeenCalled();
});

test("returns the reason why a card was declined", async () => {
  const error = { ...declined, payment_intent: { status: "requires_payment_method" } };
  client.confirmCardPayment.mockResolvedValue({ error });
  await expect(charge()).resolves.toEqual({ declined: declined.message });
});

test.each([
  ["incomplete", { error: { type: "validation_error", message: "Incomplete." } }, "Incomplete."],
  [
    "still being processed",
    { paymentIntent: { id: "pi_1", status: "processing" } },
    /won't be charged twice/,
  ],
])("returns the reason for a card that is %s", async (_outcome, result, reason) => {
  client.confirmCardPayment.mockResolvedValue(result);
  await expect(charge()).resolves.toMatchObject({ failed: expect.stringMatching(reason) });
});

test.each([
  [
    "another tab paid first",
    { error: { type: "invalid_request_error", payment_intent: { id: "pi_1", status: "succeeded" } } },
  ],
  ["the response was lost", { error: { type: "api_connection_error", message: "Connection failed." } }],
])("returns the transaction id despite an error if %s", async (_cause, result) => {
  client.confirmCardPayment.mockResolvedValue(result);
  client.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { id: "pi_1", status: "succeeded" } });
  await expect(charge()).resolves.toEqual({ transactionId: "pi_1" });
});

test("returns the provider's message if the provider is unreachable", async () => {
  const error = { type: "api_connection_error", message: "Connection failed." };
  client.confirmCardPayment.mockResolvedValue({ error });
  client.retrievePaymentIntent.mockResolvedValue({ error });
  await expect(charge()).resolves.toEqual({ failed: "Connection failed.", unreached: true });
});

test("reports a canceled intent", async () => {
  client.confirmCardPayment.mockResolvedValue({ error: { payment_intent: { status: "canceled" } } });
  await expect(charge()).resolves.toEqual({ canceled: true });
});

/** The module as after a page load, with the configuration that it reads. */
function loadPage() {
  let page = { stripe: stripeModule, config };
  jest.isolateModules(() => {
    page = { stripe: jest.requireActual("./stripe"), config: jest.requireActual("../shared/config").config };
  });
  return page;
}

test("creates the provider's client once per page load", async () => {
  const { stripe } = loadPage();
  const clients = await Promise.all([stripe.loadStripeClient(), stripe.loadStripeClient()]);
  expect(clients).toEqual([client, client]);
  await expect(stripe.loadStripeClient()).resolves.toBe(client);
  expect(createClient).toHaveBeenCalledTimes(1);
});

test("loads the configured script first, and retries after a failure", async () => {
  window.Stripe = undefined;
  const page = loadPage();
  page.config.stripe.script = "http://127.0.0.1:1/v3/stripe.js";
  const first = page.stripe.loadStripeClient();
  const script = () =>
    document.querySelector<HTMLScriptElement>(`script[src="${page.config.stripe.script}"]`);
  script()?.onerror?.("blocked");
  await expect(first).rejects.toThrow(/could not be loaded/);
  expect(script()).toBeNull();
  const second = page.stripe.loadStripeClient();
  window.Stripe = createClient as unknown as typeof window.Stripe;
  script()?.onload?.(new Event("load"));
  await expect(second).resolves.toBe(client);
});
