/** Classes of a participant at the same time as another one. They may attend both nevertheless. */
import type { Clashes, ReviewedClass } from "../../classes/api";
import { OverlapWith } from "../../classes/card/OverlapNote";
import { mayOverlap } from "../../classes/model/overlaps";
import type { Participant } from "../../classes/model/participants";
import { useUserData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import type { Family } from "../api";

interface FamilyOverlapsProps {
  family: Family;
  campClass: ReviewedClass;
  /** Who takes part; null is the account holder. */
  childIds: readonly (string | null)[];
  /** The id of the class that they leave. */
  except?: string;
  /** What is booked in the same act. */
  before?: readonly ChosenSeats[];
}

/** Seats in a class that are not booked yet. */
interface ChosenSeats {
  campClass: ReviewedClass;
  members: readonly (Participant & { isChosen: boolean })[];
}

/** Warns of lessons at the same time as those of the classes that the participants have booked or hold. */
export function FamilyOverlaps({ family, campClass, childIds, except, before = [] }: FamilyOverlapsProps) {
  const { data = [] } = useUserData(calls.classes);
  const others = data.filter(({ _id }) => _id !== campClass._id && _id !== except);
  const near = new Set(others.filter((other) => mayOverlap(campClass, other)).map(({ _id }) => _id));
  const seats = [...family.seats, ...family.holds, ...before.flatMap(chosenIn)]
    .filter(({ classId, childId }) => near.has(classId) && childIds.includes(childId))
    .map((seat) => [`${seat.classId} ${seat.childId}`, seat] as const);
  return [...new Map(seats)].map(([key, seat]) => (
    <OverlapWith
      key={key}
      classId={campClass._id}
      other={{ ...seat, childName: seat.childName ?? null }}
      accountName={family.account.name}
    />
  ));
}

function chosenIn({ campClass: { _id: classId, nameClass }, members }: ChosenSeats) {
  return members
    .filter(({ isChosen }) => isChosen)
    .map(({ childId, childName }) => ({ classId, nameClass, childId, childName }));
}

const list = new Intl.ListFormat("en-US");

type Named = Pick<ReviewedClass, "nameClass">;

/** `Felt Hats and Wood Toys`. */
export function namesOf(classes: readonly Named[]): string {
  return list.format(classes.map(({ nameClass }) => nameClass));
}

/** `At the same time as Felt Hats: Wood Toys.` Of several classes, each may be at the same time as another one. */
export function clashText(classes: readonly Named[], clashes: Clashes): string {
  const [only, ...others] = classes;
  const what = only && others.length === 0 ? `At the same time as ${only.nameClass}` : "At the same time";
  return `${what}: ${namesOf(clashes)}.`;
}
