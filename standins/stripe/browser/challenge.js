// The 3-D Secure challenge: a dialog in which the user decides its outcome.

const DIALOG_STYLES = styleSheet(DIALOG_RULES);

const formatAmount = ({ amount, currency }) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);

/** Uses the colors of the page, so that the dialog follows its theme. */
function applyPageColors(dialog) {
  const { backgroundColor, color, colorScheme } = getComputedStyle(document.body);
  const transparent = /rgba\(\d+, \d+, \d+, 0\)|transparent/.test(backgroundColor);
  dialog.style.colorScheme = colorScheme;
  dialog.style.backgroundColor = transparent ? 'Canvas' : backgroundColor;
  dialog.style.color = transparent ? 'CanvasText' : color;
}

/** Keeps the focus on the buttons; in a modal dialog alone, Tab leads to the toolbar of the browser. */
function trapFocus(event, buttons, root) {
  if (event.key !== 'Tab') return;
  const last = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (root.activeElement !== last) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0]).focus();
}

function createDialog(intent) {
  const complete = createElement('button', { type: 'button' }, 'Complete authentication');
  const fail = createElement('button', { type: 'button' }, 'Fail authentication');
  const text = `This is a test. Your bank asks whether you want to pay ${formatAmount(intent)}.`;
  const dialog = createElement(
    'dialog',
    { role: 'dialog', ariaModal: 'true' },
    createElement('h2', { id: 'title' }, 'Confirm your payment'),
    createElement('p', { id: 'text' }, text),
    createElement('div', { className: 'choices' }, complete, fail),
  );
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.setAttribute('aria-describedby', 'text');
  return { dialog, complete, fail };
}

/** Returns the focused element, also inside shadow trees. */
function deepActiveElement() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Shows the challenge; resolves to `succeed` or `fail`. Closing the dialog counts as `fail`. */
function showChallenge(intent) {
  const { dialog, complete, fail } = createDialog(intent);
  const previousFocus = deepActiveElement();
  const host = createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [DIALOG_STYLES];
  root.append(dialog);
  applyPageColors(dialog);
  return new Promise((resolve) => {
    const close = (outcome) => {
      dialog.close();
      host.remove();
      previousFocus?.focus();
      resolve(outcome);
    };
    complete.addEventListener('click', () => close('succeed'));
    fail.addEventListener('click', () => close('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close('fail');
    });
    dialog.addEventListener('keydown', (event) => trapFocus(event, [complete, fail], root));
    document.body.append(host);
    dialog.showModal();
  });
}
