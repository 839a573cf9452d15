/** Helpers for the tests of Manage Classes with a season. */
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReviewedClass } from "../classes/api";
import { aReviewedClass, aSeason } from "./builders";
import { api } from "./fakes/fakeApi";
import { admin, renderAt } from "./renderAt";

export const SUMMER = aSeason({ _id: "1" });
export const LAST_SUMMER = aSeason({
  _id: "2",
  name: "Summer 2026",
  slug: "summer-2026",
  startsOn: "2026-06-15",
  endsOn: "2026-08-21",
  opensAt: "2026-01-10T14:00:00Z",
});
export const SEASON_URL = "/dashboard/manage-classes?season=summer-2027";
export const CLASSES = "GET /classes?season=summer-2027";
export const CONFLICTS = "GET /seasons/1/conflicts";

export function clay(overrides: Partial<ReviewedClass> = {}): ReviewedClass {
  const details = { nameClass: "Clay Animals", place: "Pottery", season: "summer-2027" };
  return aReviewedClass({ _id: "7", ...details, ...overrides });
}

export function felt(overrides: Partial<ReviewedClass> = {}): ReviewedClass {
  return aReviewedClass({ _id: "8", nameClass: "Felt Hats", price: 60, season: "summer-2027", ...overrides });
}

/** Lets the server list two seasons, and no conflicts. */
export function respondWithSeasons(): void {
  api.respond("GET /seasons", [SUMMER, LAST_SUMMER]);
  api.respond(CONFLICTS, []);
}

/** Opens the page of the summer of 2027 as an admin. */
export async function openSeason(classes: ReviewedClass[], query = "") {
  api.respond(CLASSES, classes);
  const view = await renderAt(SEASON_URL + query, admin);
  await screen.findByText(/^Jun 14 – Aug 20, 2027\./);
  return view;
}

/** Chooses an action in the menu of the season. */
export async function chooseInMenu(user: UserEvent, action: string, menu: RegExp | string = /^Season/) {
  await user.click(await screen.findByRole("button", { name: menu }));
  await user.click(await screen.findByRole("button", { name: action }));
}

/** The row of a class in the table. */
export function rowOf(name: string) {
  return within(screen.getByRole("checkbox", { name: `Choose ${name}` }).closest("tr") as HTMLElement);
}

/** The names of the classes in the table, in its order. */
export function shownNames() {
  return screen
    .getAllByRole("checkbox", { name: /^Choose (?!all|this)/ })
    .map((box) => box.getAttribute("aria-label")?.replace("Choose ", ""));
}
