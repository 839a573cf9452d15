import { pageHeading } from "../../shared/hooks/focus";

/** The first button of the next child, or of the one before, as the page lists them. */
export function nextButton(from: Element): HTMLElement | null {
  const rows = [...document.querySelectorAll(".today-refused, .today-lesson[open] .today-row")].filter(
    (row) => !row.contains(from),
  );
  const isBehind = (row: Element) =>
    (from.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return (rows.find(isBehind) ?? rows.at(-1))?.querySelector<HTMLElement>(".btn") ?? null;
}

/** The `ref` of what an action may remove from the page: its focus then moves to the next child, or to the heading. */
export function passFocusOn(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  return () => {
    if (element.contains(document.activeElement)) (nextButton(element) ?? pageHeading())?.focus();
  };
}
