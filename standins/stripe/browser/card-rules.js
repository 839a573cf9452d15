// Validation and formatting of card number, expiry, CVC and postal code, with Stripe's error messages.

const MESSAGES = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
};

const DEFAULT_BRAND = { name: 'unknown', prefix: /^/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 };
const BRANDS = [
  { name: 'visa', prefix: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { name: 'amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  { name: 'mastercard', prefix: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { name: 'discover', prefix: /^(6011|64[4-9]|65)/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { name: 'diners', prefix: /^(30|36|38|39)/, lengths: [14, 16], groups: [4, 6, 4, 2], cvcLength: 3 },
  { name: 'jcb', prefix: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { name: 'unionpay', prefix: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvcLength: 3 },
];
const MAX_YEARS_AHEAD = 50;

const digitsOf = (text) => text.replace(/\D/g, '');

const brandOf = (digits) => BRANDS.find((brand) => digits && brand.prefix.test(digits)) ?? DEFAULT_BRAND;

/** Whether the check digit of the number is valid. */
function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The state of one field. `error` is an error code to show immediately, `incomplete` one to show only after the field
 * has lost the focus or the form was submitted.
 */
const fieldState = (fields) => ({ empty: false, complete: false, error: null, incomplete: null, ...fields });

function numberState(text) {
  const digits = digitsOf(text);
  const { lengths } = brandOf(digits);
  const full = lengths.includes(digits.length);
  if (full && passesLuhn(digits)) return fieldState({ complete: true });
  // Some brands allow several lengths: the number is invalid only at the longest one.
  if (digits.length >= Math.max(...lengths)) return fieldState({ error: 'invalid_number' });
  return fieldState({ empty: digits === '', incomplete: 'incomplete_number' });
}

/** Month and four-digit year of an expiry, or null if it is incomplete. */
function expiryOf(text) {
  const digits = digitsOf(text);
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

function expiryState(text, today = new Date()) {
  const expiry = expiryOf(text);
  if (!expiry) return fieldState({ empty: digitsOf(text) === '', incomplete: 'incomplete_expiry' });
  const [year, month] = [today.getFullYear(), today.getMonth() + 1];
  if (expiry.year < year) return fieldState({ error: 'invalid_expiry_year_past' });
  if (expiry.year === year && expiry.month < month) return fieldState({ error: 'invalid_expiry_month_past' });
  if (expiry.year > year + MAX_YEARS_AHEAD) return fieldState({ error: 'invalid_expiry_year' });
  return fieldState({ complete: true });
}

function cvcState(text, brand) {
  const digits = digitsOf(text);
  // While the brand is unknown, three and four digits are valid.
  const complete = digits.length === brand.cvcLength || (brand.name === 'unknown' && digits.length >= 3);
  return fieldState({ empty: digits === '', complete, incomplete: complete ? null : 'incomplete_cvc' });
}

function postalState(text) {
  const complete = text.trim().length >= 5;
  return fieldState({ empty: text.trim() === '', complete, incomplete: complete ? null : 'incomplete_zip' });
}

function formatNumber(text) {
  let digits = digitsOf(text);
  const { groups, lengths } = brandOf(digits);
  digits = digits.slice(0, Math.max(...lengths));
  const blocks = [];
  for (const size of groups) {
    if (digits === '') break;
    blocks.push(digits.slice(0, size));
    digits = digits.slice(size);
  }
  return blocks.join(' ');
}

/** Formats as `MM / YY`. Pads a single-digit month, and shortens the four-digit year of a browser's autofill. */
function formatExpiry(text) {
  let digits = digitsOf(text);
  const singleDigitMonth = /^\s*\d\s*\//.test(text);
  if (/^[2-9]/.test(digits) || singleDigitMonth) digits = `0${digits}`;
  if (Number(digits.slice(0, 2)) > 12) digits = `0${digits}`;
  if (digits.startsWith('00')) digits = '0';
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

const formatCvc = (text) => digitsOf(text).slice(0, 4);

const formatPostal = (text) => text.replace(/[^\dA-Za-z -]/g, '').slice(0, 10);

const validationError = (code) => ({ type: 'validation_error', code, message: MESSAGES[code] });
