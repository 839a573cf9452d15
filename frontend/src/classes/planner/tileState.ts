/** What the tile of a class says to this family. */
import type { CampClass, Clashes } from "../api";
import { clashText } from "../model/clashes";
import {
  type Family,
  type Obstacle,
  type Offer,
  offerOf,
  reasonAgainst,
  type Standing,
} from "../model/offers";
import { childNameOf, type FamilyMember, type Participant } from "../model/participants";

interface TileState {
  /** What the family has of the class already: `Booked for Mia`. */
  marks: string[];
  /** Why nobody, or the chosen child, can join; null if they can. */
  reason: string | null;
  /** Their other classes at the same time. */
  clashes: string[];
}

const OBSTACLES: Partial<Record<Obstacle, string>> = {
  noDates: "No dates right now",
  begun: "Already started",
  full: "The waitlist is closed",
};

/**
 * @param chosen the child that the family looks at; null for all
 */
export function tileStateOf(
  campClass: CampClass,
  family: Family,
  chosen: FamilyMember | null,
  clashesOf: (classId: string, participant: Participant) => Clashes,
): TileState {
  const offer = offerOf(campClass, family);
  const standings = offer.standings.filter(
    ({ participant }) => chosen === null || participant.childId === chosen.childId,
  );
  const reason = standings.length > 0 ? null : reasonOf(campClass, offer, chosen);
  const participants = chosen ? [chosen] : participantsOf(standings);
  const clashes =
    reason === null ? participants.map((each) => [each, clashesOf(campClass._id, each)] as const) : [];
  return {
    marks: standings.map(markText),
    reason,
    clashes: clashes
      .filter(([, found]) => found.length > 0)
      .map(([participant, found]) => clashText([childNameOf(participant)], found)),
  };
}

function reasonOf(campClass: CampClass, offer: Offer, chosen: FamilyMember | null): string | null {
  const reason = chosen && reasonAgainst(chosen, campClass, offer);
  if (chosen && reason) return `${chosen.childName}: ${reason}`;
  return (offer.obstacle && OBSTACLES[offer.obstacle]) ?? null;
}

function markText({ participant, state }: Standing): string {
  const name = childNameOf(participant) ?? "you";
  if (state === "enrolled") return `Booked for ${name}`;
  if (state === "selected") return `Selected for ${name}`;
  if (state === "offered") return `Seat offered to ${name}`;
  return `On the waitlist for ${name}`;
}

/** The participants with a seat or a selection. */
function participantsOf(standings: readonly Standing[]): Participant[] {
  return standings.filter(({ state }) => state !== "waiting").map(({ participant }) => participant);
}
