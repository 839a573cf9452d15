// `window.Stripe`: the part of Stripe.js that a card form uses. Requests go to the origin of this script.

const API = new URL(document.currentScript.src).origin;
// The release that the pinned @stripe/stripe-js expects.
const VERSION = 'endive';
const CONNECTION_ERROR = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
};
const FAILURE = { type: 'api_error', message: 'An unexpected error occurred. Please try again.' };

function integrationError(message) {
  return Object.assign(new Error(message), { name: 'IntegrationError' });
}

/** Stripe knows other fields and options too. They would have no effect here. */
function refuseUnsupported(given, supported) {
  const other = Object.keys(given).find((name) => !supported.includes(name));
  if (other) throw integrationError(`The stand-in does not support ${other} here.`);
}

/** Encodes nested fields as a form with brackets; omits absent ones. */
function encodeForm(fields, prefix = '', form = new URLSearchParams()) {
  for (const [key, value] of Object.entries(fields)) {
    const name = prefix ? `${prefix}[${key}]` : key;
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') encodeForm(value, name, form);
    else form.append(name, String(value));
  }
  return form;
}

/** Sends an API request; resolves to `{data}` or `{error}`, never rejects. */
async function callApi(method, path, fields) {
  const form = encodeForm(fields);
  const url = method === 'GET' ? `${API}${path}?${form}` : `${API}${path}`;
  let response;
  try {
    response = await fetch(url, { method, body: method === 'GET' ? undefined : form, credentials: 'omit' });
  } catch {
    return { error: CONNECTION_ERROR };
  }
  const data = await response.json().catch(() => null);
  if (response.ok && data) return { data };
  return { error: data?.error ?? FAILURE };
}

function intentIdFrom(clientSecret, method) {
  const match =
    typeof clientSecret === 'string' && /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret);
  if (match) return match[1];
  throw integrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  );
}

/** Returns the request fields of a payment method: its id, or the data of its card Element. */
function paymentMethodFields(method, param) {
  if (method === undefined) return { fields: {} };
  if (typeof method === 'string') return { fields: { [param]: method } };
  refuseUnsupported(method, ['type', 'card', 'billing_details', 'metadata']);
  if (!(method.card instanceof CardElement)) {
    throw integrationError('Invalid value for payment_method.card: value should be a card Element.');
  }
  const { card, postalCode, error } = method.card[READ_CARD]();
  if (error) return { error };
  const billing = { ...method.billing_details };
  if (postalCode) billing.address = { postal_code: postalCode, ...billing.address };
  const data = { type: 'card', card, billing_details: billing, metadata: method.metadata };
  return { fields: { [`${param}_data`]: data }, data };
}

const intentResult = ({ data, error }) => (error ? { error } : { paymentIntent: data });

/** Shows the challenge if the intent requires it; resolves like confirmCardPayment. */
async function handleAction(key, clientSecret, result) {
  if (result.error || result.data.status !== 'requires_action') return intentResult(result);
  const outcome = await showChallenge(result.data);
  const fields = { key, client_secret: clientSecret, payment_intent: result.data.id, outcome };
  const { data, error } = await callApi('POST', '/_standin/authentications', fields);
  if (data?.last_payment_error) return { error: { ...data.last_payment_error, payment_intent: data } };
  return intentResult({ data, error });
}

function elementsGroup() {
  let card = null;
  return {
    create(type, options = {}) {
      if (type !== 'card') throw integrationError(`The stand-in has no Element of type ${type}, only card.`);
      if (card)
        throw integrationError('Can only create one Element of type card through this instance of Elements.');
      card = new CardElement(options, () => {
        card = null;
      });
      return card;
    },
    // react-stripe-js passes a component that has the type as a property.
    getElement: (type) => ((type?.__elementType ?? type) === 'card' ? card : null),
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => {
      const { error } = card ? card[READ_CARD]() : {};
      return error ? { error } : {};
    },
  };
}

function checkKey(key) {
  if (typeof key !== 'string' || key === '') {
    throw integrationError('Please call Stripe() with your publishable key. You used an empty string.');
  }
  if (!key.startsWith('pk_')) {
    throw integrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  }
}

class StripeClient {
  #key;

  constructor(key) {
    checkKey(key);
    this.#key = key;
  }

  elements() {
    return elementsGroup();
  }

  async createPaymentMethod(options) {
    if (options?.type !== 'card')
      throw integrationError("The stand-in creates payment methods of type 'card' only.");
    const { data, error } = paymentMethodFields(options, 'payment_method');
    if (error) return { error };
    const result = await callApi('POST', '/v1/payment_methods', { key: this.#key, ...data });
    return result.error ? { error: result.error } : { paymentMethod: result.data };
  }

  async confirmCardPayment(clientSecret, data = {}, options = {}) {
    refuseUnsupported({ ...data, ...options }, ['payment_method']);
    const path = `/v1/payment_intents/${intentIdFrom(clientSecret, 'confirmCardPayment')}`;
    const common = { key: this.#key, client_secret: clientSecret };
    if (data.payment_method === undefined) {
      const current = await callApi('GET', path, common);
      if (current.error || current.data.status === 'requires_action')
        return handleAction(this.#key, clientSecret, current);
    }
    const { fields, error } = paymentMethodFields(data.payment_method, 'payment_method');
    if (error) return { error };
    const result = await callApi('POST', `${path}/confirm`, { ...common, ...fields, use_stripe_sdk: true });
    return handleAction(this.#key, clientSecret, result);
  }

  async retrievePaymentIntent(clientSecret) {
    const id = intentIdFrom(clientSecret, 'retrievePaymentIntent');
    const fields = { key: this.#key, client_secret: clientSecret };
    return intentResult(await callApi('GET', `/v1/payment_intents/${id}`, fields));
  }

  async createToken() {
    throw integrationError('The stand-in has no tokens. Use createPaymentMethod or confirmCardPayment.');
  }

  // The wrapper libraries call these two to identify themselves; the stand-in ignores it.
  registerAppInfo() {}

  _registerWrapper() {}
}

function Stripe(key) {
  return new StripeClient(key);
}
Stripe.version = VERSION;
window.Stripe = Stripe;
