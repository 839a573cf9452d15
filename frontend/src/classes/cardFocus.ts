import type { CampClass } from "./api";

/** What a class's card is called on the page. */
export function cardId(campClass: CampClass): string {
  return `class-${campClass._id}`;
}

/**
 * To be called before a list of cards changes; the returned function, after it, keeps the keyboard where it was: on the
 * class's card, on the one that took its place, or else on the page's heading. A focus that is still of use stays.
 */
export function keepPlaceAt(campClass: CampClass): () => void {
  const id = cardId(campClass);
  const place = cards().findIndex((card) => card.id === id);
  return () => {
    if (!isFocusLost()) return;
    const next = document.getElementById(id) ?? cards().at(place) ?? cards().at(-1);
    (next ?? document.querySelector<HTMLElement>("h1"))?.focus();
  };
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main article")];
}

/** A browser takes the focus off a button that was switched off, but only a moment later. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || Boolean(activeElement?.matches(":disabled"));
}

/** Leads the keyboard and the eye to a class's card. */
export function focusCard(campClass: CampClass): void {
  document.getElementById(cardId(campClass))?.focus();
}
