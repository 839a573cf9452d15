// The card element: four real inputs in a shadow tree of their own, with the provider's events.

// How this script, and no page, asks an element for the card.
const READ = Symbol('read');
const CARD_SHEET = styleSheet(CARD_RULES);
// A page attaches its listeners after mounting; the provider's form takes longer than this to load.
const READY_AFTER_MS = 50;

class CardElement {
  #options;
  #listeners = new Map();
  #inputs = {};
  #left = new Set();
  #brand = make('span', { className: 'brand', ariaHidden: 'true' });
  #host = null;
  #parent = null;
  #labels = [];
  #ready = 0;
  #told = '';
  #onDestroy;

  constructor(options, onDestroy) {
    this.#options = { ...options };
    this.#onDestroy = onDestroy;
    for (const name of Object.keys(FIELDS)) this.#inputs[name] = this.#makeInput(name);
    this.#inputs.postal.value = options.value?.postalCode ?? '';
  }

  mount(target) {
    const parent = typeof target === 'string' ? document.querySelector(target) : target;
    if (!parent) {
      throw integrationError(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      );
    }
    if (this.#parent === parent) return;
    this.unmount();
    this.#parent = parent;
    this.#host = make('div', { className: '__PrivateStripeElement' });
    this.#fill(this.#host.attachShadow({ mode: 'open' }));
    parent.replaceChildren(this.#host);
    this.#followLabels(parent);
    this.#restyle();
    this.#refresh();
    this.#ready = setTimeout(() => this.#emit('ready', {}), READY_AFTER_MS);
  }

  unmount() {
    if (!this.#parent) return;
    clearTimeout(this.#ready);
    for (const label of this.#labels) label.removeEventListener('click', this.#focusNumber);
    this.#labels = [];
    this.#host.remove();
    this.#parent.classList.remove(...Object.keys(CLASSES).map((state) => this.#class(state)));
    this.#parent = null;
    this.#host = null;
  }

  destroy() {
    this.unmount();
    this.#listeners.clear();
    this.#onDestroy();
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
    if (options.value?.postalCode !== undefined) this.#inputs.postal.value = options.value.postalCode;
    this.#restyle();
    this.#refresh();
  }

  on(event, handler) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), { handler }]);
    return this;
  }

  once(event, handler) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), { handler, once: true }]);
    return this;
  }

  off(event, handler) {
    const kept = (this.#listeners.get(event) ?? []).filter((entry) => handler && entry.handler !== handler);
    this.#listeners.set(event, kept);
    return this;
  }

  focus() {
    const wrong = this.#shown().find((name) => !this.#states()[name].complete);
    this.#inputs[wrong ?? 'number'].focus();
  }

  blur() {
    this.#host?.shadowRoot.activeElement?.blur();
  }

  clear() {
    for (const input of Object.values(this.#inputs)) input.value = '';
    this.#left.clear();
    this.#refresh();
  }

  /** What the form holds, for this script only: `{error}` or `{card, postalCode}`. */
  [READ]() {
    for (const name of this.#shown()) this.#left.add(name);
    const { error } = this.#refresh();
    if (error) return { error };
    const { month, year } = expiryOf(this.#inputs.expiry.value);
    const { number, cvc, postal } = this.#inputs;
    return {
      card: { number: digitsOf(number.value), exp_month: month, exp_year: year, cvc: cvc.value },
      postalCode: this.#options.hidePostalCode ? undefined : postal.value.trim(),
    };
  }

  #focusNumber = () => this.focus();

  #shown() {
    return Object.keys(FIELDS).filter((name) => name !== 'postal' || !this.#options.hidePostalCode);
  }

  #makeInput(name) {
    const { format, label, ...attributes } = FIELDS[name];
    const input = make('input', { id: name, type: 'text', spellcheck: false, ...attributes });
    input.setAttribute('aria-describedby', `${name}-problem`);
    input.addEventListener('input', () => this.#typed(name));
    input.addEventListener('blur', () => {
      if (input.value !== '') this.#left.add(name);
      this.#refresh();
    });
    input.addEventListener('keydown', (event) => this.#key(event, name));
    return input;
  }

  #fill(root) {
    const group = make('div', { role: 'group', ariaLabel: 'Credit or debit card' });
    for (const [name, { label }] of Object.entries(FIELDS)) {
      const field = make('span', { className: `field ${name}` });
      if (name === 'number') field.append(this.#brand);
      const problem = make('span', { id: `${name}-problem`, className: 'problem' });
      field.append(make('label', { htmlFor: name }, label), this.#inputs[name], problem);
      group.append(field);
    }
    root.append(group);
    // Moving from one input to the next neither enters nor leaves the element.
    root.addEventListener('focusin', (event) => !root.contains(event.relatedTarget) && this.#focused(true));
    root.addEventListener('focusout', (event) => !root.contains(event.relatedTarget) && this.#focused(false));
  }

  #focused(focused) {
    this.#parent?.classList.toggle(this.#class('focus'), focused);
    this.#emit(focused ? 'focus' : 'blur', {});
  }

  #followLabels(parent) {
    if (!parent.id) return;
    this.#labels = [...document.querySelectorAll(`label[for="${CSS.escape(parent.id)}"]`)];
    for (const label of this.#labels) label.addEventListener('click', this.#focusNumber);
  }

  #key(event, name) {
    if (event.key === 'Escape') this.#emit('escape', {});
    if (event.key === 'Enter') this.#submit();
    const previous = this.#shown()[this.#shown().indexOf(name) - 1];
    if (event.key === 'Backspace' && event.target.value === '' && previous) {
      event.preventDefault();
      this.#inputs[previous].focus();
    }
  }

  /** An input in a shadow tree belongs to no form; Enter presses its button all the same. */
  #submit() {
    const form = this.#parent?.closest('form');
    const button = form?.querySelector('button:not([type]), [type="submit"]');
    if (form && !button?.disabled) form.requestSubmit(button ?? undefined);
  }

  #typed(name) {
    const input = this.#inputs[name];
    reformat(input, FIELDS[name].format);
    this.#refresh();
    const next = this.#shown()[this.#shown().indexOf(name) + 1];
    const full = this.#states()[name].complete && input.selectionStart === input.value.length;
    const active = this.#host?.shadowRoot.activeElement === input;
    if (full && next && active && name !== 'cvc' && name !== 'postal') this.#inputs[next].focus();
  }

  #restyle() {
    if (this.#host) this.#host.shadowRoot.adoptedStyleSheets = [CARD_SHEET, optionSheet(this.#options.style)];
  }

  #states() {
    const { number, expiry, cvc, postal } = this.#inputs;
    return {
      number: numberState(number.value),
      expiry: expiryState(expiry.value),
      cvc: codeState(cvc.value, brandOf(digitsOf(number.value))),
      postal: postalState(postal.value),
    };
  }

  #class(state) {
    return this.#options.classes?.[state] ?? CLASSES[state];
  }

  /** Show the state of every field, tell the page if it changed, and return it. */
  #refresh() {
    const states = this.#states();
    const shown = this.#shown();
    const codes = shown.map(
      (name) => states[name].error ?? (this.#left.has(name) ? states[name].incomplete : null),
    );
    const first = codes.find(Boolean);
    const brand = brandOf(digitsOf(this.#inputs.number.value)).name;
    const value = { postalCode: this.#options.hidePostalCode ? '' : this.#inputs.postal.value };
    const state = {
      empty: shown.every((name) => states[name].empty),
      complete: shown.every((name) => states[name].complete),
      error: first ? validationError(first) : undefined,
      value,
      brand,
    };
    if (this.#host) this.#show(states, shown, codes, state);
    this.#tell(state);
    return state;
  }

  #tell(state) {
    const now = JSON.stringify(state);
    const changed = this.#told !== '' && this.#told !== now;
    this.#told = now;
    if (changed) this.#emit('change', state);
  }

  #show(states, shown, codes, state) {
    const root = this.#host.shadowRoot;
    for (const [name, input] of Object.entries(this.#inputs)) {
      const code = codes[shown.indexOf(name)];
      input.parentNode.hidden = !shown.includes(name);
      input.disabled = Boolean(this.#options.disabled);
      input.setAttribute('aria-invalid', String(Boolean(code)));
      input.dataset.state = states[name].empty ? 'empty' : states[name].complete ? 'complete' : 'partial';
      root.getElementById(`${name}-problem`).textContent = code ? MESSAGES[code] : '';
    }
    this.#brand.textContent = this.#options.hideIcon || state.brand === 'unknown' ? '' : state.brand;
    const { classList } = this.#parent;
    classList.add(this.#class('base'));
    classList.toggle(this.#class('empty'), state.empty);
    classList.toggle(this.#class('complete'), state.complete);
    classList.toggle(this.#class('invalid'), Boolean(state.error));
  }

  #emit(event, fields) {
    const entries = this.#listeners.get(event) ?? [];
    this.#listeners.set(
      event,
      entries.filter((entry) => !entry.once),
    );
    for (const { handler } of entries) handler({ elementType: 'card', ...fields });
  }
}
