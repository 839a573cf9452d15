/** Whether the window is as narrow as a phone's. */
export function isPhone(): boolean {
  return window.matchMedia("(max-width: 575.98px)").matches;
}
