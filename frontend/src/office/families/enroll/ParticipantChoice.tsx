import { useId } from "react";
import { ageAt } from "../../../classes/select/offer";
import { capitalized, childNameOf } from "../../../classes/select/participants";
import type { Enrollment, Member } from "./useEnrollment";

interface ParticipantChoiceProps {
  enrollment: Enrollment;
  accountName: string;
  startsAt: string | null;
}

/** A tick box for each member of the family, with the reason if they can't come, or what the server said against it. */
export function ParticipantChoice({ enrollment, accountName, startsAt }: ParticipantChoiceProps) {
  const id = useId();
  const { members, draft, change } = enrollment;
  const toggle = (childId: string | null) => {
    const others = draft.chosen.filter((each) => each !== childId);
    change({ chosen: draft.chosen.includes(childId) ? others : [...others, childId] });
  };
  return (
    <fieldset className="mb-3">
      <legend className="fs-6 fw-semibold">Who is it for?</legend>
      {members.map((member) => (
        <div key={member.childId} className="form-check">
          <input
            id={`${id}-${member.childId}`}
            type="checkbox"
            className="form-check-input"
            checked={draft.chosen.includes(member.childId)}
            disabled={member.obstacle !== null}
            aria-describedby={member.note ? `${id}-${member.childId}-note` : undefined}
            onChange={() => toggle(member.childId)}
          />
          <label className="form-check-label" htmlFor={`${id}-${member.childId}`}>
            {(childNameOf(member) ?? accountName) + detailsOf(member, startsAt)}
          </label>
          {member.note ? (
            <p id={`${id}-${member.childId}-note`} className="text-danger mb-1">
              {capitalized(member.note)}
            </p>
          ) : null}
        </div>
      ))}
    </fieldset>
  );
}

/** `, age 9`, `, already enrolled`. */
function detailsOf(member: Member, startsAt: string | null): string {
  const age = ageAt(member, startsAt);
  return [age === null ? "" : `, age ${age}`, member.obstacle === null ? "" : `, ${member.obstacle}`].join(
    "",
  );
}
