/** Moves the focus from a link or button of the server's first screen to the client's, when React replaces the screen. */
export function keepFocus(root: HTMLElement): void {
  let focused = root.querySelector<HTMLElement>(":focus");
  const follow = ({ target }: FocusEvent) => {
    focused = target as HTMLElement;
  };
  root.addEventListener("focusin", follow);
  new MutationObserver((_changes, observer) => {
    observer.disconnect();
    root.removeEventListener("focusin", follow);
    if (focused) sameAs(focused, root)?.focus({ preventScroll: true });
  }).observe(root, { childList: true });
}

/** The first element that leads to the same page or has the same name. */
function sameAs(element: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  const isSame = (other: HTMLElement) =>
    ["href", "aria-label"].every((name) => other.getAttribute(name) === element.getAttribute(name)) &&
    other.textContent === element.textContent;
  return [...root.querySelectorAll<HTMLElement>(element.localName)].find(isSame);
}
