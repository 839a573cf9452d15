/**
 * Whether no element has the focus, because a change has removed or disabled the one that had it. A disabled button counts
 * as lost focus: browsers blur it only after a delay.
 */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || Boolean(activeElement?.matches(":disabled"));
}

/** The heading of the page. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector("h1");
}

/** Moves the focus, if it is lost, to an element, or else to the heading of the page without scrolling there. */
export function focusIfLost(target?: HTMLElement | null): void {
  if (!isFocusLost()) return;
  if (target) target.focus();
  else pageHeading()?.focus({ preventScroll: true });
}

/**
 * Call this before an action, and the returned function after it. The returned function moves the focus to an element,
 * unless the user has moved the focus during the action. A focused card does not count as moved: the Tab key skips cards, so
 * another action has moved the focus there.
 */
export function trackFocus(): (target: HTMLElement | null) => void {
  const before = document.activeElement;
  return (target) => {
    const { activeElement } = document;
    if (activeElement === before || activeElement?.matches("article")) target?.focus();
    else focusIfLost(target);
  };
}
