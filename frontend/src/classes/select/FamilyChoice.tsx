import { useId } from "react";
import Button from "react-bootstrap/Button";
import { Link, useLocation } from "react-router-dom";
import type { Child } from "../../accounts/children/api";
import { rememberPage, type SelectionAction } from "../../accounts/session/returnTo";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { Check } from "../../shared/forms/Check";
import { pages } from "../../shared/paths";
import type { CampClass } from "../api";
import { ClashNotes } from "../model/ClashNote";
import { ageAt, BIRTH_DATE_MISSING } from "../model/offers";
import { childNameOf, type FamilyMember } from "../model/participants";
import type { Refusal } from "./useSelectOrJoin";

type Member = FamilyMember & { reason: string | null };

interface FamilyChoiceProps {
  members: readonly Member[];
  chosen: readonly Member[];
  campClass: CampClass;
  refusals: readonly Refusal[];
  action: SelectionAction;
  toggle: (childId: string | null) => void;
  edit: (child: Child) => void;
}

/** A tick box for each member of the family, with the age of a child and the reason if they can't come. */
export function FamilyChoice({
  members,
  chosen,
  campClass,
  refusals,
  action,
  toggle,
  edit,
}: FamilyChoiceProps) {
  const id = useId();
  return (
    <fieldset className="family-choice">
      <legend className="visually-hidden">Who is it for?</legend>
      {members.map((member) => (
        <Check
          key={member.childId}
          label={
            <>
              {childNameOf(member) ?? "Myself"}
              <span className="d-block text-body-secondary">{detailsOf(member, campClass.startsAt)}</span>
            </>
          }
          checked={chosen.includes(member)}
          disabled={member.reason !== null}
          aria-describedby={`${id}-${member.childId}`}
          onChange={() => toggle(member.childId)}
        >
          {member.reason === null ? (
            <ClashNotes id={`${id}-${member.childId}`} classId={campClass._id} participants={[member]} />
          ) : null}
          {member.reason === BIRTH_DATE_MISSING ? (
            <Button variant="link" onClick={() => edit(childOf(member))}>
              Add it<span className="visually-hidden"> for {member.childName}</span>
            </Button>
          ) : null}
        </Check>
      ))}
      <div role="alert">
        {refusals.map((refusal) => (
          <RefusalText key={refusal.participant.childId} refusal={refusal} action={action} />
        ))}
      </div>
    </fieldset>
  );
}

function childOf({ childId, childName, bornOn }: Member): Child {
  return { _id: childId ?? "", name: childName ?? "", bornOn };
}

/** `age 9`, `age 5, too young for this class`. */
function detailsOf(member: Member, at: string | null): string {
  const age = ageAt(member, null);
  const then = ageAt(member, at);
  const ageText = age === null ? null : then === age ? `age ${age}` : `age ${age}, ${then} by then`;
  return [ageText, member.reason].filter(Boolean).join(", ");
}

/** The page on which the user can do what a refusal asks for, by its code. */
const PAGES_AFTER: Record<string, readonly [to: string, text: string]> = {
  birth_date_needed: [pages.myChildren, "Go to My Children"],
  verified_email_needed: [pages.profile, "Go to My Profile"],
};

function RefusalText({ refusal, action }: { refusal: Refusal; action: SelectionAction }) {
  const name = childNameOf(refusal.participant) ?? "you";
  const location = useLocation();
  const link = PAGES_AFTER[asApiError(refusal.error)?.code ?? ""];
  return (
    <div className="alert alert-warning mb-2">
      {action === "joinWaitlist"
        ? `We couldn't put ${name} on the waitlist.`
        : `We couldn't select this class for ${name}.`}{" "}
      {errorMessage(refusal.error)}{" "}
      {link ? (
        <Link to={link[0]} onClick={() => rememberPage(location)}>
          {link[1]}
        </Link>
      ) : null}
    </div>
  );
}
