import { focusIfLost, trackFocus } from "../../shared/hooks/focus";

/** A class, as far as its card needs it. */
interface Identified {
  _id: string;
}

/** The element id of a class card. */
export function cardId(campClass: Identified): string {
  return `class-${campClass._id}`;
}

/**
 * Call this before a list of cards changes, and the returned function after the change. If the focus was lost, the
 * returned function moves it to the card of the class, else to the card now at its index, else to the page heading.
 */
export function preserveFocus(campClass: Identified): () => void {
  const id = cardId(campClass);
  const index = cards().findIndex((card) => card.id === id);
  return () => {
    focusIfLost(document.getElementById(id) ?? cards().at(index) ?? cards().at(-1));
  };
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main article")];
}

/**
 * Call this before an action on a class, and the returned function after it. The returned function moves the focus to the
 * card of the class, which scrolls it into view, unless the user has moved the focus or left the page during the action.
 */
export function trackCardFocus(campClass: Identified): () => void {
  const moveFocus = trackFocus();
  const card = document.getElementById(cardId(campClass));
  return () => moveFocus(card);
}
