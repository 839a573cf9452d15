import type { ReactNode } from "react";
import { config } from "../../shared/config";
import type { ClassDetails } from "../api";
import { agesText, daysText, useCraftName } from "../model/facts";
import { LessonList } from "./LessonList";

interface ClassFactsProps {
  campClass: ClassDetails;
  /** Further facts. */
  children?: ReactNode;
}

/** The dates, place, ages, group size and craft of a class. */
export function ClassFacts({ campClass, children }: ClassFactsProps) {
  const craftName = useCraftName();
  const ages = agesText(campClass);
  const { endedAt, lessonsRemovedAt, lessons, place, craft } = campClass;
  const groupSize = campClass.seats + campClass.enroll;
  return (
    <dl className="class-facts">
      <Fact name="When">
        {daysText(campClass) ??
          (lessonsRemovedAt === null ? "Dates to be announced." : "No dates right now.")}
        <LessonList lessons={lessons} />
      </Fact>
      {place ? (
        <Fact name="Where">
          {place}
          <Directions />
        </Fact>
      ) : null}
      {ages === null ? null : <Fact name="Ages">{ages}</Fact>}
      {endedAt === null && lessonsRemovedAt === null ? (
        <Fact name="Group size">{groupSize === 1 ? "One student" : `Up to ${groupSize}`}</Fact>
      ) : null}
      {craft === null ? null : <Fact name="Craft">{craftName(craft)}</Fact>}
      {children}
    </dl>
  );
}

/** A link to the school's address on a map. The place of a class is a room or a spot there. */
function Directions() {
  const { address } = config.contact;
  if (!address) return null;
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
  return (
    <a className="d-block small" href={map} target="_blank" rel="noopener noreferrer">
      Directions<span className="visually-hidden"> to {address} (opens in a new tab)</span>
    </a>
  );
}

interface FactProps {
  name: string;
  className?: string;
  children: ReactNode;
}

export function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd className="text-pre">{children}</dd>
    </div>
  );
}
