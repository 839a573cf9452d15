import { useId } from "react";
import { ageAt } from "../../../classes/select/offer";
import { capitalized, childNameOf } from "../../../classes/select/participants";
import { formatPrice } from "../../../shared/money";
import type { Member } from "./seats";
import type { Enrollment } from "./useEnrollment";

interface ParticipantChoiceProps {
  seats: Enrollment["classes"][number];
  accountName: string;
  choose: (participants: readonly (string | null)[]) => void;
}

/** A tick box for each member of the family, with the price, why they can't come, or what the server said against it. */
export function ParticipantChoice({ seats, accountName, choose }: ParticipantChoiceProps) {
  const id = useId();
  const { members, chosen, campClass } = seats;
  const toggle = ({ childId, isChosen }: Member) =>
    choose(isChosen ? chosen.filter((each) => each !== childId) : [...chosen, childId]);
  return (
    <fieldset className="mb-3">
      <legend className="fs-6 fw-semibold">Who is it for?</legend>
      {members.map((member) => (
        <div key={member.childId} className="form-check">
          <input
            id={`${id}-${member.childId}`}
            type="checkbox"
            className="form-check-input"
            checked={member.isChosen}
            disabled={member.obstacle !== null}
            aria-describedby={member.note ? `${id}-${member.childId}-note` : undefined}
            onChange={() => toggle(member)}
          />
          <label className="form-check-label" htmlFor={`${id}-${member.childId}`}>
            {(childNameOf(member) ?? accountName) + detailsOf(member, campClass.startsAt)}
          </label>
          {member.isChosen ? <span className="float-end amount">{formatPrice(member.price)}</span> : null}
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
