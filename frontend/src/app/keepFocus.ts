/** Moves the focus from a link or button of the server's first screen to the client's, when React replaces the screen. */
export function keepFocus(root: HTMLElement): void {
  const focused = root.querySelector<HTMLElement>(":focus");
  if (!focused) return;
  // Several cards have the same link or button.
  const index = similarTo(focused, root).indexOf(focused);
  new MutationObserver((_changes, observer) => {
    observer.disconnect();
    similarTo(focused, root)[index]?.focus({ preventScroll: true });
  }).observe(root, { childList: true });
}

/** The elements that lead to the same page or have the same name, in the order of the page. */
function similarTo(element: HTMLElement, root: HTMLElement): HTMLElement[] {
  const isSimilar = (other: HTMLElement) =>
    ["href", "aria-label"].every((name) => other.getAttribute(name) === element.getAttribute(name)) &&
    other.textContent === element.textContent;
  return [...root.querySelectorAll<HTMLElement>(element.localName)].filter(isSimilar);
}
