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
