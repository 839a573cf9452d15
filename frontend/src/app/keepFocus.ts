/** Moves the focus from a link or button of the server's first screen to the client's, when React replaces the screen. */
export function keepFocus(root: HTMLElement): void {
  const focused = root.querySelector<HTMLElement>(":focus");
  if (!focused) return;
  new MutationObserver((_changes, observer) => {
    observer.disconnect();
    const candidates = root.querySelectorAll<HTMLElement>(focused.localName);
    [...candidates].find((each) => isSame(each, focused))?.focus({ preventScroll: true });
  }).observe(root, { childList: true });
}

function isSame(one: HTMLElement, other: HTMLElement): boolean {
  const hasSame = (name: string) => one.getAttribute(name) === other.getAttribute(name);
  return hasSame("href") && hasSame("aria-label") && one.textContent === other.textContent;
}
