/** What the tile of a class says to this family. */
import type { CampClass } from "../api";
import {
  type Family,
  type Obstacle,
  type Offer,
  offerOf,
  reasonAgainst,
  type Standing,
} from "../model/offers";
import { childNameOf, type FamilyMember, type Participant } from "../model/participants";
import { overlapInWeek } from "./planWeeks";

interface TileState {
  /** What the family has of the class already: `Booked for Mia`. */
  marks: string[];
  /** Why nobody, or the chosen child, can join; null if they can. */
  reason: string | null;
  /** Their other classes at the same time: `Mia: same time as Clay Animals`. */
  clashes: string[];
}

const OBSTACLES: Partial<Record<Obstacle, string>> = {
  noDates: "No dates right now",
  begun: "Already started",
  full: "The waitlist is closed",
};

/**
 * @param chosen the child that the family looks at; null for all
 * @param monday the week of the tile; null for a class without lessons
 */
export function tileStateOf(
  campClass: CampClass,
  family: Family,
  chosen: FamilyMember | null,
  monday: string | null,
): TileState {
  const offer = offerOf(campClass, family);
  const standings = offer.standings.filter(
    ({ participant }) => chosen === null || participant.childId === chosen.childId,
  );
  const reason = standings.length > 0 ? null : reasonOf(campClass, offer, chosen);
  const participants = chosen ? [chosen] : participantsOf(standings);
  const canClash = monday !== null && reason === null;
  return {
    marks: standings.map(markText),
    reason,
    clashes: canClash ? clashesOf(campClass, family, participants, monday) : [],
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

function clashesOf(
  campClass: CampClass,
  { enrollments, selections }: Family,
  participants: readonly Participant[],
  monday: string,
): string[] {
  return participants.flatMap(({ childId, childName }) => {
    const others = [...enrollments, ...selections].filter(
      (seat) =>
        seat.childId === childId && seat.classId !== campClass._id && overlapInWeek(campClass, seat, monday),
    );
    const names = new Set(others.map(({ nameClass }) => nameClass));
    return [...names].map((other) => `${childName ?? "You"}: same time as ${other}`);
  });
}
