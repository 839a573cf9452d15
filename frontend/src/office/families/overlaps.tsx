/** Classes of a participant at the same time as another one. They may attend both nevertheless. */
import type { Clashes, ReviewedClass } from "../../classes/api";
import { mayOverlap } from "../../classes/overlaps/lessonOverlaps";
import { OverlapWith } from "../../classes/overlaps/OverlapNote";
import { useUserData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import type { Family } from "../officeApi";

interface FamilyOverlapsProps {
  family: Family;
  campClass: ReviewedClass;
  /** Who takes part; null is the account holder. */
  childIds: readonly (string | null)[];
  /** The id of the class that they leave. */
  except?: string;
}

/** Warns of lessons at the same time as those of the classes that the participants have booked or hold. */
export function FamilyOverlaps({ family, campClass, childIds, except }: FamilyOverlapsProps) {
  const { data = [] } = useUserData(calls.classes);
  const others = data.filter(({ _id }) => _id !== campClass._id && _id !== except);
  const near = new Set(others.filter((other) => mayOverlap(campClass, other)).map(({ _id }) => _id));
  return [...family.seats, ...family.holds]
    .filter(({ classId, childId }) => near.has(classId) && childIds.includes(childId))
    .map((seat) => (
      <OverlapWith
        key={seat.enrollmentId}
        classId={campClass._id}
        other={{ ...seat, childName: seat.childName ?? null }}
        accountName={family.account.name}
      />
    ));
}

const list = new Intl.ListFormat("en-US");

/** `At the same time as Felt Hats: Wood Toys.` */
export function clashText({ nameClass }: ReviewedClass, clashes: Clashes): string {
  return `At the same time as ${nameClass}: ${list.format(clashes.map((clash) => clash.nameClass))}.`;
}
