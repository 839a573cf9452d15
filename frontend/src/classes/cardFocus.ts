import type { CampClass } from "./api";

/** What a class's card is called on the page. */
export function cardId(campClass: CampClass): string {
  return `class-${campClass._id}`;
}

/** Leads the keyboard and the eye to a class's card. */
export function focusCard(campClass: CampClass): void {
  document.getElementById(cardId(campClass))?.focus();
}
