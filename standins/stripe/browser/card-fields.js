// The inputs of the card element: attributes, state classes and formatting.

const FIELDS = {
  number: {
    name: 'cardnumber',
    label: 'Card number',
    placeholder: 'Card number',
    autocomplete: 'cc-number',
    format: formatNumber,
    inputMode: 'numeric',
  },
  expiry: {
    name: 'exp-date',
    label: 'Expiration date (MM / YY)',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    format: formatExpiry,
    inputMode: 'numeric',
  },
  cvc: {
    name: 'cvc',
    label: 'Security code (CVC)',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    format: formatCvc,
    inputMode: 'numeric',
  },
  postal: {
    name: 'postal',
    label: 'ZIP or postal code',
    placeholder: 'ZIP',
    autocomplete: 'postal-code',
    format: formatPostal,
    inputMode: 'text',
  },
};
const CLASSES = {
  base: 'StripeElement',
  focus: 'StripeElement--focus',
  empty: 'StripeElement--empty',
  complete: 'StripeElement--complete',
  invalid: 'StripeElement--invalid',
};
const createElement = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

/** Formats the text of an input and keeps the caret after the same digit. */
function reformat(input, format) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const atEnd = input.selectionStart === input.value.length;
  const text = format(input.value);
  if (text === input.value) return;
  input.value = text;
  if (atEnd) return;
  let caret = 0;
  for (let seen = 0; caret < text.length && seen < before; caret += 1) seen += /\d/.test(text[caret]) ? 1 : 0;
  input.setSelectionRange(caret, caret);
}
