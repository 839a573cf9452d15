import type { Role } from "../../accounts/api";
import type { SelectionAction } from "../../accounts/session/returnTo";
import { siteDayOf } from "../../shared/siteTime";
import type { CampClass, EnrolledClass, Selection } from "../api";
import type { WaitlistEntry } from "../waitlistApi";
import { agesText, hasBegun, openSeats, takesWaitlist } from "./facts";
import { type FamilyMember, isSameSeat, type Participant } from "./participants";

/** Who could take part for the current user, and what they have selected, booked or wait for. */
export interface Family {
  /** Null while it is not known. */
  role: Role | "visitor" | null;
  /** The children, then the user. */
  participants: readonly FamilyMember[];
  selections: readonly Selection[];
  enrollments: readonly EnrolledClass[];
  entries: readonly WaitlistEntry[];
  /** Which lists are not loaded yet. For a list that cannot be loaded, the server decides. */
  loading: { children: boolean; seats: boolean; entries: boolean };
}

/** What a participant has of a class already. */
export type Standing = { participant: Participant } & (
  | { state: "enrolled"; seat: EnrolledClass }
  | { state: "selected" | "offered"; selection: Selection }
  | { state: "waiting"; entry: WaitlistEntry }
);

/** `nobodyLeft`: every participant has selected the class, has an offer or is enrolled. */
export type Obstacle = "admin" | "instructor" | "nobodyLeft" | "noDates" | "begun" | "full" | "loading";

export interface Offer {
  /** What the user could do: on the waitlist of a sold-out class nobody can select. */
  action: SelectionAction;
  /** Why the user cannot do it now; null if they can. */
  obstacle: Obstacle | null;
  standings: readonly Standing[];
}

/** Decides what the card or page of a class offers the user: to select it, to join its waitlist, or nothing and why. */
export function offerOf(campClass: CampClass, family: Family): Offer {
  const standings = family.participants.flatMap(
    (participant) => standingOf(campClass, participant, family) ?? [],
  );
  const waitsOrHas = standings.filter(({ state }) => state !== "selected");
  const canWait = takesWaitlist(campClass) && waitsOrHas.length < family.participants.length;
  const action = isSoldOut(campClass) && canWait ? "joinWaitlist" : "select";
  return { action, obstacle: obstacleTo(action, campClass, family, standings), standings };
}

/** Whether the class could be booked, but for its seats. */
export function isSoldOut(campClass: CampClass): boolean {
  return campClass.lessonsRemovedAt === null && !hasBegun(campClass) && openSeats(campClass) === 0;
}

function standingOf(
  campClass: CampClass,
  participant: Participant,
  { selections, enrollments, entries }: Family,
): Standing | null {
  const seat = { classId: campClass._id, childId: participant.childId };
  const enrollment = enrollments.find((row) => isSameSeat(row, seat));
  if (enrollment) return { participant, state: "enrolled", seat: enrollment };
  const selection = selections.find((row) => isSameSeat(row, seat));
  if (selection && isOffered(selection)) return { participant, state: "offered", selection };
  const entry = entries.find((row) => row.state === "WAITING" && isSameSeat(row, seat));
  if (entry && isSoldOut(campClass)) return { participant, state: "waiting", entry };
  return selection ? { participant, state: "selected", selection } : null;
}

function obstacleTo(
  action: SelectionAction,
  campClass: CampClass,
  { role, participants, loading }: Family,
  standings: readonly Standing[],
): Obstacle | null {
  if (role === "admin" || role === "instructor") return role;
  if (action === "joinWaitlist") return role === null || loading.entries ? "loading" : null;
  const isNobodyLeft = standings.filter(({ state }) => state !== "waiting").length === participants.length;
  if (isNobodyLeft && !loading.children) return "nobodyLeft";
  if (campClass.lessonsRemovedAt !== null) return "noDates";
  if (hasBegun(campClass)) return "begun";
  if (openSeats(campClass) === 0) return "full";
  return role === null || loading.children || loading.seats ? "loading" : null;
}

const STANDINGS: Record<Standing["state"], string> = {
  enrolled: "already enrolled",
  offered: "already offered a seat",
  selected: "already selected",
  waiting: "already on the waitlist",
};

export const BIRTH_DATE_MISSING = "date of birth missing";

/** Why the offer is not for this member of the family; null if it is. Only the ages of children are checked. */
export function reasonAgainst(member: FamilyMember, campClass: CampClass, offer: Offer): string | null {
  const standing = offer.standings.find(({ participant }) => participant.childId === member.childId);
  if (standing && !(offer.action === "joinWaitlist" && standing.state === "selected"))
    return STANDINGS[standing.state];
  return ageReason(member, campClass);
}

/** Why a child's age keeps them from the class; null if it doesn't. The age of the user is not checked. */
export function ageReason(member: FamilyMember, campClass: CampClass): string | null {
  if (member.childId === null || agesText(campClass) === null) return null;
  const age = ageAt(member, campClass.startsAt);
  if (age === null) return BIRTH_DATE_MISSING;
  if (age < (campClass.ageFrom ?? 0)) return "too young for this class";
  return age > (campClass.ageTo ?? Number.POSITIVE_INFINITY) ? "too old for this class" : null;
}

/** The age in years on the camp's day of an ISO 8601 time, or today; null without a date of birth. */
export function ageAt({ bornOn }: FamilyMember, at: string | null): number | null {
  if (bornOn === null) return null;
  const day = siteDayOf(at ?? new Date().toISOString());
  const hadBirthday = bornOn.slice(5) <= day.slice(5);
  return Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4)) - (hadBirthday ? 0 : 1);
}

/** Whether a seat is offered to the participant of a selection now. */
export function isOffered(selection: Selection): selection is Selection & { offeredUntil: string } {
  return selection.offeredUntil !== null && Date.parse(selection.offeredUntil) > Date.now();
}
