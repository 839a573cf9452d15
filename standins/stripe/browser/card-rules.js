// What makes a card's number, expiry, code and postal code right, in the provider's own words.

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

const DEFAULT_BRAND = { name: 'unknown', starts: /^/, lengths: [16], groups: [4, 4, 4, 4], code: 3 };
const BRANDS = [
  { name: 'visa', starts: /^4/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'amex', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], code: 4 },
  { name: 'mastercard', starts: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'discover', starts: /^(6011|64[4-9]|65)/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'diners', starts: /^(30|36|38|39)/, lengths: [14, 16], groups: [4, 6, 4, 2], code: 3 },
  { name: 'jcb', starts: /^35/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'unionpay', starts: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], code: 3 },
];
const LAST_YEAR_AHEAD = 50;

const digitsOf = (text) => text.replace(/\D/g, '');

const brandOf = (digits) => BRANDS.find((brand) => digits && brand.starts.test(digits)) ?? DEFAULT_BRAND;

/** Whether the number's check digit is right. */
function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The state of one field: `error` is a code that can be told at once, `incomplete` one that is
 * told when the person has left the field, or wants to pay.
 */
const fieldState = (fields) => ({ empty: false, complete: false, error: null, incomplete: null, ...fields });

function numberState(text) {
  const digits = digitsOf(text);
  const { lengths } = brandOf(digits);
  const full = lengths.includes(digits.length);
  if (full && passesLuhn(digits)) return fieldState({ complete: true });
  // A longer length of the same brand may still make it right.
  if (digits.length >= Math.max(...lengths)) return fieldState({ error: 'invalid_number' });
  return fieldState({ empty: digits === '', incomplete: 'incomplete_number' });
}

/** Month and full year of a formatted expiry, or null while it is incomplete. */
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
  if (expiry.year > year + LAST_YEAR_AHEAD) return fieldState({ error: 'invalid_expiry_year' });
  return fieldState({ complete: true });
}

function codeState(text, brand) {
  const digits = digitsOf(text);
  // Before the brand is known a code of three or four digits may be right.
  const complete = digits.length === brand.code || (brand.name === 'unknown' && digits.length >= 3);
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
  const parts = [];
  for (const size of groups) {
    if (digits === '') break;
    parts.push(digits.slice(0, size));
    digits = digits.slice(size);
  }
  return parts.join(' ');
}

/** `MM / YY`; a single-digit month gets its zero, a browser's four-digit year is shortened. */
function formatExpiry(text) {
  let digits = digitsOf(text);
  const alone = /^\s*\d\s*\//.test(text);
  if (/^[2-9]/.test(digits) || alone) digits = `0${digits}`;
  if (Number(digits.slice(0, 2)) > 12) digits = `0${digits}`;
  if (digits.startsWith('00')) digits = '0';
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

const formatCode = (text) => digitsOf(text).slice(0, 4);

const formatPostal = (text) => text.replace(/[^\dA-Za-z -]/g, '').slice(0, 10);

const validationError = (code) => ({ type: 'validation_error', code, message: MESSAGES[code] });
