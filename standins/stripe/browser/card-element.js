// The card Element: four inputs in a shadow tree, with the methods and events of Stripe's Element.

// Key of the method that returns the card data. Pages have no access to it.
const READ_CARD = Symbol('readCard');
const CARD_STYLES = styleSheet(CARD_RULES);
// Delays the ready event, so that a page can add its listener after mount().
const READY_AFTER_MS = 50;

class CardElement {
  #options;
  #listeners = new Map();
  #inputs = {};
  #touched = new Set();
  #brand = createElement('span', { className: 'brand', ariaHidden: 'true' });
  #host = null;
  #parent = null;
  #labels = [];
  #readyTimer = 0;
  #lastState = '';
  #onDestroy;

  constructor(options, onDestroy) {
    this.#options = { ...options };
    this.#onDestroy = onDestroy;
    for (const name of Object.keys(FIELDS)) this.#inputs[name] = this.#createInput(name);
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
    this.#host = createElement('div', { className: '__PrivateStripeElement' });
    this.#render(this.#host.attachShadow({ mode: 'open' }));
    parent.replaceChildren(this.#host);
    this.#bindLabels(parent);
    this.#applyStyles();
    this.#refresh();
    this.#readyTimer = setTimeout(() => this.#emit('ready', {}), READY_AFTER_MS);
  }

  unmount() {
    if (!this.#parent) return;
    clearTimeout(this.#readyTimer);
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
    this.#applyStyles();
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
    const remaining = (this.#listeners.get(event) ?? []).filter((entry) => handler && entry.handler !== handler);
    this.#listeners.set(event, remaining);
    return this;
  }

  focus() {
    const incomplete = this.#visibleFields().find((name) => !this.#states()[name].complete);
    this.#inputs[incomplete ?? 'number'].focus();
  }

  blur() {
    this.#host?.shadowRoot.activeElement?.blur();
  }

  clear() {
    for (const input of Object.values(this.#inputs)) input.value = '';
    this.#touched.clear();
    this.#refresh();
  }

  /** Returns `{card, postalCode}`, or `{error}` if the input is invalid. */
  [READ_CARD]() {
    for (const name of this.#visibleFields()) this.#touched.add(name);
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

  #visibleFields() {
    return Object.keys(FIELDS).filter((name) => name !== 'postal' || !this.#options.hidePostalCode);
  }

  #createInput(name) {
    const { format, label, ...attributes } = FIELDS[name];
    const input = createElement('input', { id: name, type: 'text', spellcheck: false, ...attributes });
    input.setAttribute('aria-describedby', `${name}-error`);
    input.addEventListener('input', () => this.#onInput(name));
    input.addEventListener('blur', () => {
      if (input.value !== '') this.#touched.add(name);
      this.#refresh();
    });
    input.addEventListener('keydown', (event) => this.#onKeydown(event, name));
    return input;
  }

  #render(root) {
    const group = createElement('div', { role: 'group', ariaLabel: 'Credit or debit card' });
    for (const [name, { label }] of Object.entries(FIELDS)) {
      const field = createElement('span', { className: `field ${name}` });
      if (name === 'number') field.append(this.#brand);
      const message = createElement('span', { id: `${name}-error`, className: 'error' });
      field.append(createElement('label', { htmlFor: name }, label), this.#inputs[name], message);
      group.append(field);
    }
    root.append(group);
    // Moving between the inputs is neither a focus nor a blur of the element.
    root.addEventListener('focusin', (event) => !root.contains(event.relatedTarget) && this.#onFocusChange(true));
    root.addEventListener('focusout', (event) => !root.contains(event.relatedTarget) && this.#onFocusChange(false));
  }

  #onFocusChange(focused) {
    this.#parent?.classList.toggle(this.#class('focus'), focused);
    this.#emit(focused ? 'focus' : 'blur', {});
  }

  #bindLabels(parent) {
    if (!parent.id) return;
    this.#labels = [...document.querySelectorAll(`label[for="${CSS.escape(parent.id)}"]`)];
    for (const label of this.#labels) label.addEventListener('click', this.#focusNumber);
  }

  #onKeydown(event, name) {
    if (event.key === 'Escape') this.#emit('escape', {});
    if (event.key === 'Enter') this.#submit();
    const previous = this.#visibleFields()[this.#visibleFields().indexOf(name) - 1];
    if (event.key === 'Backspace' && event.target.value === '' && previous) {
      event.preventDefault();
      this.#inputs[previous].focus();
    }
  }

  /** Submits the form around the element; inputs in a shadow tree do not belong to it. */
  #submit() {
    const form = this.#parent?.closest('form');
    const button = form?.querySelector('button:not([type]), [type="submit"]');
    if (form && !button?.disabled) form.requestSubmit(button ?? undefined);
  }

  #onInput(name) {
    const input = this.#inputs[name];
    reformat(input, FIELDS[name].format);
    this.#refresh();
    const next = this.#visibleFields()[this.#visibleFields().indexOf(name) + 1];
    const filled = this.#states()[name].complete && input.selectionStart === input.value.length;
    const active = this.#host?.shadowRoot.activeElement === input;
    if (filled && next && active && name !== 'cvc' && name !== 'postal') this.#inputs[next].focus();
  }

  #applyStyles() {
    if (this.#host) this.#host.shadowRoot.adoptedStyleSheets = [CARD_STYLES, styleOptionSheet(this.#options.style)];
  }

  #states() {
    const { number, expiry, cvc, postal } = this.#inputs;
    return {
      number: numberState(number.value),
      expiry: expiryState(expiry.value),
      cvc: cvcState(cvc.value, brandOf(digitsOf(number.value))),
      postal: postalState(postal.value),
    };
  }

  #class(state) {
    return this.#options.classes?.[state] ?? CLASSES[state];
  }

  /** Renders and returns the current state, and emits `change` if it differs from the last one. */
  #refresh() {
    const states = this.#states();
    const visible = this.#visibleFields();
    const codes = visible.map(
      (name) => states[name].error ?? (this.#touched.has(name) ? states[name].incomplete : null),
    );
    const firstError = codes.find(Boolean);
    const brand = brandOf(digitsOf(this.#inputs.number.value)).name;
    const value = { postalCode: this.#options.hidePostalCode ? '' : this.#inputs.postal.value };
    const state = {
      empty: visible.every((name) => states[name].empty),
      complete: visible.every((name) => states[name].complete),
      error: firstError ? validationError(firstError) : undefined,
      value,
      brand,
    };
    if (this.#host) this.#renderState(states, visible, codes, state);
    this.#emitChange(state);
    return state;
  }

  #emitChange(state) {
    const serialized = JSON.stringify(state);
    const changed = this.#lastState !== '' && this.#lastState !== serialized;
    this.#lastState = serialized;
    if (changed) this.#emit('change', state);
  }

  #renderState(states, visible, codes, state) {
    const root = this.#host.shadowRoot;
    for (const [name, input] of Object.entries(this.#inputs)) {
      const code = codes[visible.indexOf(name)];
      input.parentNode.hidden = !visible.includes(name);
      input.disabled = Boolean(this.#options.disabled);
      input.setAttribute('aria-invalid', String(Boolean(code)));
      input.dataset.state = states[name].empty ? 'empty' : states[name].complete ? 'complete' : 'partial';
      root.getElementById(`${name}-error`).textContent = code ? MESSAGES[code] : '';
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
