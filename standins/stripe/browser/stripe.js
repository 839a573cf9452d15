// `window.Stripe`: what a card form uses of it, speaking to the server that this script came from.

const API = new URL(document.currentScript.src).origin;
// The release train that the pinned @stripe/stripe-js looks for.
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

/** Nested fields as a form with brackets; absent ones are left out. */
function formOf(fields, prefix = '', form = new URLSearchParams()) {
  for (const [key, value] of Object.entries(fields)) {
    const name = prefix ? `${prefix}[${key}]` : key;
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') formOf(value, name, form);
    else form.append(name, String(value));
  }
  return form;
}

/** One call: resolves to `{answer}` or `{error}`, never rejects. */
async function callApi(method, path, fields) {
  const form = formOf(fields);
  const url = method === 'GET' ? `${API}${path}?${form}` : `${API}${path}`;
  let response;
  try {
    response = await fetch(url, { method, body: method === 'GET' ? undefined : form, credentials: 'omit' });
  } catch {
    return { error: CONNECTION_ERROR };
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return { answer };
  return { error: answer?.error ?? FAILURE };
}

function intentIdOf(clientSecret, method) {
  const match =
    typeof clientSecret === 'string' && /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret);
  if (match) return match[1];
  throw integrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  );
}

/** The form's fields for a payment method: its id, or what the card element holds. */
function methodFields(method, param) {
  if (method === undefined) return { fields: {} };
  if (typeof method === 'string') return { fields: { [param]: method } };
  if (!(method.card instanceof CardElement)) {
    throw integrationError('Invalid value for payment_method.card: value should be a card Element.');
  }
  const { card, postalCode, error } = method.card[READ]();
  if (error) return { error };
  const billing = { ...method.billing_details };
  if (postalCode) billing.address = { postal_code: postalCode, ...billing.address };
  const data = { type: 'card', card, billing_details: billing, metadata: method.metadata };
  return { fields: { [`${param}_data`]: data }, data };
}

const intentResult = ({ answer, error }) => (error ? { error } : { paymentIntent: answer });

/** Ask the card's holder if the intent waits for that; resolves as confirmCardPayment does. */
async function finish(key, clientSecret, result) {
  if (result.error || result.answer.status !== 'requires_action') return intentResult(result);
  const outcome = await askHolder(result.answer);
  const fields = { key, client_secret: clientSecret, payment_intent: result.answer.id, outcome };
  const { answer, error } = await callApi('POST', '/_standin/authentications', fields);
  if (answer?.last_payment_error) return { error: { ...answer.last_payment_error, payment_intent: answer } };
  return intentResult({ answer, error });
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
    // react-stripe-js passes its component, which carries the type.
    getElement: (type) => ((type?.__elementType ?? type) === 'card' ? card : null),
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => {
      const { error } = card ? card[READ]() : {};
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

class StandIn {
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
    const { data, error } = methodFields(options, 'payment_method');
    if (error) return { error };
    const result = await callApi('POST', '/v1/payment_methods', { key: this.#key, ...data });
    return result.error ? { error: result.error } : { paymentMethod: result.answer };
  }

  async confirmCardPayment(clientSecret, data = {}, options = {}) {
    const path = `/v1/payment_intents/${intentIdOf(clientSecret, 'confirmCardPayment')}`;
    const common = { key: this.#key, client_secret: clientSecret };
    if (data.payment_method === undefined) {
      const present = await callApi('GET', path, common);
      if (present.error || present.answer.status === 'requires_action')
        return finish(this.#key, clientSecret, present);
    }
    const { fields, error } = methodFields(data.payment_method, 'payment_method');
    if (error) return { error };
    const { return_url, receipt_email } = data;
    const body = { ...common, ...fields, return_url, receipt_email, use_stripe_sdk: true };
    const result = await callApi('POST', `${path}/confirm`, body);
    return options.handleActions === false ? intentResult(result) : finish(this.#key, clientSecret, result);
  }

  async retrievePaymentIntent(clientSecret) {
    const id = intentIdOf(clientSecret, 'retrievePaymentIntent');
    const fields = { key: this.#key, client_secret: clientSecret };
    return intentResult(await callApi('GET', `/v1/payment_intents/${id}`, fields));
  }

  async handleCardAction(clientSecret) {
    const id = intentIdOf(clientSecret, 'handleCardAction');
    const fields = { key: this.#key, client_secret: clientSecret };
    return finish(this.#key, clientSecret, await callApi('GET', `/v1/payment_intents/${id}`, fields));
  }

  handleNextAction({ clientSecret }) {
    return this.handleCardAction(clientSecret);
  }

  async createToken() {
    throw integrationError('The stand-in has no tokens. Use createPaymentMethod or confirmCardPayment.');
  }

  // Wrappers say who they are; there is nobody here who counts them.
  registerAppInfo() {}

  _registerWrapper() {}
}

function Stripe(key) {
  return new StandIn(key);
}
Stripe.version = VERSION;
window.Stripe = Stripe;
