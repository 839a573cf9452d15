// Styles of the card element and the authentication dialog. Style sheets are built through the CSSOM, which a page's
// Content-Security-Policy does not restrict. Colors are inherited from the page, so that they fit its theme.

const CARD_RULES = [
  ':host { display: block; container-type: inline-size; }',
  '[role="group"] { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; }',
  '.field { position: relative; display: block; flex: 1 1 4.5rem; min-width: 4.5rem; }',
  '.number { flex: 4 1 12rem; min-width: 12rem; display: flex; align-items: baseline; gap: 0.5rem; }',
  // In a narrow container the number takes the first line.
  '@container (max-width: 23rem) { .number { flex-basis: 100%; } }',
  '.field[hidden] { display: none; }',
  '.brand { font-size: 0.6875em; font-weight: 700; text-transform: uppercase; }',
  '.brand:empty { display: none; }',
  `input { box-sizing: border-box; width: 100%; min-width: 0; min-height: 1.75em; margin: 0; padding: 0; border: 0;
    border-bottom: 1px solid transparent; border-radius: 0; background: transparent; color: inherit;
    font: inherit; font-variant-numeric: tabular-nums; outline: none; }`,
  'input::placeholder { color: inherit; opacity: 0.75; }',
  'input:focus-visible { border-bottom: 2px solid currentColor; }',
  'input[aria-invalid="true"] { border-bottom: 2px dashed currentColor; }',
  'input:disabled { opacity: 0.6; cursor: not-allowed; }',
  `label, .error { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
    clip-path: inset(50%); white-space: nowrap; }`,
];

const DIALOG_RULES = [
  `dialog { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); padding: 1.5rem;
    border: 1px solid currentColor; border-radius: 0.75rem; font: inherit; line-height: 1.5; }`,
  'dialog::backdrop { background: rgb(0 0 0 / 60%); }',
  'h2 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.3; }',
  'p { margin: 0 0 1.25rem; }',
  '.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; }',
  `button { flex: 1 1 10rem; min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid currentColor;
    border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }`,
  'button:first-child { font-weight: 700; border-width: 2px; }',
  'button:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }',
];

/** The supported CSS properties of the `style` option. */
const STYLE_PROPERTIES = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
];
const STYLE_STATES = {
  base: 'input',
  empty: 'input[data-state="empty"]',
  complete: 'input[data-state="complete"]',
  invalid: 'input[aria-invalid="true"]',
};

function styleSheet(rules) {
  const sheet = new CSSStyleSheet();
  for (const rule of rules) sheet.insertRule(rule, sheet.cssRules.length);
  return sheet;
}

function addRule(sheet, selector, properties) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
  for (const name of STYLE_PROPERTIES) {
    if (typeof properties[name] !== 'string') continue;
    rule.style.setProperty(
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      properties[name],
    );
  }
  // Shows the color of the page without the reduced opacity of the default placeholder.
  if (selector.endsWith('::placeholder') && properties.color) rule.style.setProperty('opacity', '1');
}

/** Returns the style sheet of the `style` option: base, empty, complete, invalid and their pseudo-classes. */
function styleOptionSheet(style = {}) {
  const sheet = new CSSStyleSheet();
  for (const [state, selector] of Object.entries(STYLE_STATES)) {
    const properties = style[state] ?? {};
    addRule(sheet, selector, properties);
    for (const pseudo of ['::placeholder', ':hover', ':focus', ':disabled']) {
      if (properties[pseudo]) addRule(sheet, selector + pseudo, properties[pseudo]);
    }
  }
  return sheet;
}
