import { useId } from "react";
import Button from "react-bootstrap/Button";
import { ageAt } from "../../../classes/model/offers";
import { capitalized, childNameOf } from "../../../classes/model/participants";
import { Check } from "../../../shared/forms/Check";
import { formatPrice } from "../../../shared/money";
import type { Member } from "./seats";
import type { Enrollment } from "./useEnrollment";

interface ParticipantChoiceProps {
  seats: Enrollment["classes"][number];
  accountName: string;
  choose: (participants: readonly (string | null)[]) => void;
  wait: (member: Member) => void;
}

/** A tick box for each member of the family. */
export function ParticipantChoice({ seats, accountName, choose, wait }: ParticipantChoiceProps) {
  const { members, chosen, campClass } = seats;
  const toggle = ({ childId, isChosen }: Member) =>
    choose(isChosen ? chosen.filter((each) => each !== childId) : [...chosen, childId]);
  return (
    <fieldset className="mb-3">
      <legend className="fs-6 fw-semibold">Who is it for?</legend>
      {members.map((member) => (
        <MemberChoice
          key={member.childId}
          member={member}
          name={(childNameOf(member) ?? accountName) + detailsOf(member, campClass.startsAt)}
          toggle={() => toggle(member)}
          wait={() => wait(member)}
        />
      ))}
    </fieldset>
  );
}

interface MemberChoiceProps {
  member: Member;
  name: string;
  toggle: () => void;
  wait: () => void;
}

/** A tick box with the price, why they can't come, or what the server said against it. */
function MemberChoice({ member, name, toggle, wait }: MemberChoiceProps) {
  const id = useId();
  const { isChosen, price, discountText, obstacle, canWait, note } = member;
  return (
    <div>
      <div className="d-flex justify-content-between align-items-center gap-3">
        <Check
          label={name}
          checked={isChosen}
          disabled={obstacle !== null}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={toggle}
        />
        {canWait ? (
          <Button size="sm" variant="outline-primary" onClick={wait}>
            Join the waitlist<span className="visually-hidden"> for {name}</span>
          </Button>
        ) : null}
        {isChosen && !canWait && price !== null ? (
          <span className="text-end">
            <span className="amount">{formatPrice(price)}</span>
            {discountText ? <span className="d-block small">{discountText}</span> : null}
          </span>
        ) : null}
      </div>
      {note ? (
        <p id={`${id}-note`} className="ps-4 text-danger mb-1">
          {capitalized(note)}
        </p>
      ) : null}
    </div>
  );
}

/** `, age 9`, `, already enrolled`. */
function detailsOf(member: Member, startsAt: string | null): string {
  const age = ageAt(member, startsAt);
  return [age === null ? "" : `, age ${age}`, member.obstacle === null ? "" : `, ${member.obstacle}`].join(
    "",
  );
}
