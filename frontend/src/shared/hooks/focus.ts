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

/** The elements inside a page that code and clicks can focus, but not the Tab key, such as headings and cards. */
const OUTSIDE_TAB_ORDER = "main, main [tabindex='-1']";

/**
 * Moves the focus to an element, unless the user has moved it to a link, a button or a field. Safari focuses `main` or a
 * card if the user clicks a button in it.
 */
export function focusIfUnused(target: HTMLElement | null): void {
  if (isFocusLost() || document.activeElement?.matches(OUTSIDE_TAB_ORDER)) target?.focus();
}

/**
 * Call this before an action, and the returned function after it. The returned function moves the focus to an element,
 * unless the user has moved it to a link, a button or a field during the action. If the element is no longer on the page,
 * it moves the focus, if it is lost, to the heading of the page.
 */
export function trackFocus(): (target: HTMLElement | null) => void {
  const before = document.activeElement;
  return (target) => {
    if (!target?.isConnected) focusIfLost();
    else if (document.activeElement === before) target.focus();
    else focusIfUnused(target);
  };
}
