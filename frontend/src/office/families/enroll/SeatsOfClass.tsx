import { useEffect, useRef } from "react";
import { ClashNote } from "../../../classes/model/ClashNote";
import type { Family } from "../../api";
import { ChosenClass } from "./ChosenClass";
import { ParticipantChoice } from "./ParticipantChoice";
import { PriceFields } from "./PriceFields";
import type { Enrollment } from "./useEnrollment";

interface SeatsOfClassProps {
  family: Family;
  enrollment: Enrollment;
  seats: Enrollment["classes"][number];
}

/** One of the chosen classes: who comes, what takes place at the same time, and another price. */
export function SeatsOfClass({
  family,
  enrollment: { classes, changeSeats, remove, wait },
  seats,
}: SeatsOfClassProps) {
  const section = useRef<HTMLElement>(null);
  const { campClass, chosen } = seats;
  useFocusOnNextInput(section, chosen.length > 0);
  return (
    <section ref={section} className="mb-4" aria-label={campClass.nameClass}>
      <ChosenClass campClass={campClass} isOnly={classes.length === 1} remove={() => remove(seats)} />
      <ParticipantChoice
        seats={seats}
        accountName={family.account.name}
        choose={(participants) => changeSeats(seats, { chosen: participants })}
        wait={(member) => wait(seats, member)}
      />
      {seats.members.map(({ childId, childName, clashes }) => (
        <ClashNote key={childId} names={[childName ?? family.account.name]} clashes={clashes} />
      ))}
      <PriceFields seats={seats} change={(changes) => changeSeats(seats, changes)} />
    </section>
  );
}

/** Moves the focus to the first participant, or past them to how the family pays if somebody is chosen already. */
function useFocusOnNextInput(section: { current: HTMLElement | null }, isChosen: boolean): void {
  const isChosenAtFirst = useRef(isChosen);
  useEffect(() => {
    const next = isChosenAtFirst.current
      ? section.current?.closest("form")?.querySelector<HTMLElement>('[name="reference"], [name="until"]')
      : section.current?.querySelector<HTMLElement>('input[type="checkbox"]:enabled');
    next?.focus();
  }, [section]);
}
