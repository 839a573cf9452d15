import { focusIfLost, pageHeading } from "../shared/focus";

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
 * Moves the focus to the card of a class, which scrolls it into view. The focus stays where it is if the user has moved it
 * meanwhile, such as to the link in the card: it is then neither lost nor on the page heading, where a page starts.
 */
export function focusCard(campClass: Identified): void {
  const card = document.getElementById(cardId(campClass));
  if (document.activeElement === pageHeading()) card?.focus();
  else focusIfLost(card);
}
