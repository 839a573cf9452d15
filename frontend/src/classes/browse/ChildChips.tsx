import Button from "react-bootstrap/Button";
import { useChildren } from "../../accounts/children/childrenApi";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { ageAt } from "../select/offer";
import { type FamilyMember, membersOf } from "../select/participants";

interface ChildChipsProps<Member> {
  legend: string;
  members: readonly Member[];
  isChosen: (member: Member) => boolean;
  toggle: (member: Member, chosen: boolean) => void;
}

/** A button for each child of the account. One of them can be chosen. */
export function ChildChips<Member extends FamilyMember>({
  legend,
  members,
  isChosen,
  toggle,
}: ChildChipsProps<Member>) {
  return (
    <fieldset>
      <legend className="form-label fs-6">{legend}</legend>
      <div className="d-flex flex-wrap gap-1">
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

/** The children of the account with a known date of birth, with their age in years today. */
export function useAgedChildren(): (FamilyMember & { age: string })[] {
  const session = useSessionState();
  const { data = [] } = useChildren({ enabled: session.status === "in" && session.role === "student" });
  return membersOf(data).flatMap((child) => {
    const age = ageAt(child, null);
    return age === null ? [] : [{ ...child, age: String(age) }];
  });
}
