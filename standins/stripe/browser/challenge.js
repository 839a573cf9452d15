// The bank's question for 3-D Secure: a dialog in which a person plays the card's holder.

const CHALLENGE_SHEET = styleSheet(CHALLENGE_RULES);

const moneyOf = ({ amount, currency }) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);

/** The page's own ground and ink, so that the dialog follows its theme. */
function paint(dialog) {
  const { backgroundColor, color, colorScheme } = getComputedStyle(document.body);
  const bare = /rgba\(\d+, \d+, \d+, 0\)|transparent/.test(backgroundColor);
  dialog.style.colorScheme = colorScheme;
  dialog.style.backgroundColor = bare ? 'Canvas' : backgroundColor;
  dialog.style.color = bare ? 'CanvasText' : color;
}

/** Keep Tab among the buttons; a modal dialog alone lets it go on to the browser's own bar. */
function trap(event, buttons, root) {
  if (event.key !== 'Tab') return;
  const last = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (root.activeElement !== last) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0]).focus();
}

function challengeDialog(intent) {
  const complete = make('button', { type: 'button' }, 'Complete authentication');
  const fail = make('button', { type: 'button' }, 'Fail authentication');
  const text = `This is a test. Your bank asks whether you want to pay ${moneyOf(intent)}.`;
  const dialog = make(
    'dialog',
    { role: 'dialog', ariaModal: 'true' },
    make('h2', { id: 'title' }, 'Confirm your payment'),
    make('p', { id: 'text' }, text),
    make('div', { className: 'choices' }, complete, fail),
  );
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.setAttribute('aria-describedby', 'text');
  return { dialog, complete, fail };
}

/** The element that has the focus, inside shadow trees too. */
function focused() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Ask the person; resolves to `succeed` or `fail`. Closing the dialog fails, as the bank's does. */
function askHolder(intent) {
  const { dialog, complete, fail } = challengeDialog(intent);
  const before = focused();
  const host = make('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [CHALLENGE_SHEET];
  root.append(dialog);
  paint(dialog);
  return new Promise((resolve) => {
    const end = (outcome) => {
      dialog.close();
      host.remove();
      before?.focus();
      resolve(outcome);
    };
    complete.addEventListener('click', () => end('succeed'));
    fail.addEventListener('click', () => end('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('fail');
    });
    dialog.addEventListener('keydown', (event) => trap(event, [complete, fail], root));
    document.body.append(host);
    dialog.showModal();
  });
}
