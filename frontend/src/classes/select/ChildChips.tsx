import Button from "react-bootstrap/Button";
import { useChildren } from "../../accounts/children/api";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { ageAt } from "../model/offers";
import { type FamilyMember, membersOf } from "../model/participants";
import type { ClassSearch } from "../model/search";

interface ChildChipsProps<Member> {
  legend: string;
  members: readonly Member[];
  isChosen: (member: Member) => boolean;
  toggle: (member: Member, chosen: boolean) => void;
  /** In one line that other controls share. */
  inline?: boolean;
}

/** A button for each child of the account. One of them can be chosen. */
export function ChildChips<Member extends FamilyMember>({
  legend,
  members,
  isChosen,
  toggle,
  inline = false,
}: ChildChipsProps<Member>) {
  return (
    <fieldset className={inline ? "child-chips-line" : undefined}>
      <legend className={inline ? "visually-hidden" : "form-label fs-6"}>{legend}</legend>
      <div className={`d-flex gap-1 ${inline ? "" : "flex-wrap"}`}>
        {members.map((member) => (
          <Button
            key={member.childId}
            variant={isChosen(member) ? "secondary" : "outline-secondary"}
            aria-pressed={isChosen(member)}
            onClick={() => toggle(member, !isChosen(member))}
          >
            {[member.childName, ageAt(member, null)].filter((part) => part !== null).join(", ")}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

interface AgeChipsProps {
  age: string;
  change: (change: Partial<ClassSearch>) => void;
  inline?: boolean;
}

/** Filters by the age of a child. Renders nothing without children. */
export function AgeChips({ age, change, inline }: AgeChipsProps) {
  const children = useAgedChildren();
  if (children.length === 0) return null;
  return (
    <ChildChips
      legend="Child's age"
      members={children}
      isChosen={(child) => child.age === age}
      toggle={(child, chosen) => change({ age: chosen ? child.age : "" })}
      inline={inline}
    />
  );
}

/** The children of the account with a known date of birth, with their age in years today. */
export function useAgedChildren(): (FamilyMember & { age: string })[] {
  const session = useSessionState();
  const { data = [] } = useChildren({ enabled: session.status === "in" && session.role === "student" });
  return membersOf(data).flatMap((child) => {
    const age = ageAt(child, null);
    return age === null ? [] : [{ ...child, age: String(age) }];
  });
}
