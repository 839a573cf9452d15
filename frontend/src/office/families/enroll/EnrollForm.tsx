import { type FormEvent, useEffect, useRef } from "react";
import type { ReviewedClass } from "../../../classes/api";
import { countOf } from "../../../classes/page/classFacts";
import { priceToday } from "../../../classes/page/prices";
import { methodText } from "../../../payments/history/methods";
import { errorMessage } from "../../../shared/api/apiError";
import { BusyButton } from "../../../shared/components/BusyButton";
import { DialogButtons } from "../../../shared/components/Dialog";
import { formatPrice, parseAmount } from "../../../shared/money";
import { formatSiteMoment } from "../../../shared/siteTime";
import type { Family } from "../../officeApi";
import { FamilyOverlaps } from "../overlaps";
import { OverrideChoice } from "../overrides";
import { ChosenClass } from "./ChosenClass";
import { ParticipantChoice } from "./ParticipantChoice";
import { MethodFields, PriceFields } from "./PaymentFields";
import { type Enrollment, useEnrollment } from "./useEnrollment";

interface EnrollFormProps {
  family: Family;
  campClass: ReviewedClass;
  /** Who is chosen at first; undefined: the only child of the family. */
  childId?: string | null;
  changeClass: () => void;
}

/** Who comes, how they pay, and the total, before the office confirms. */
export function EnrollForm({ family, campClass, childId, changeClass }: EnrollFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const enrollment = useEnrollment(family, campClass, childId);
  const { draft, change, overrides, error, busy } = enrollment;
  useFocusOnNextInput(form, draft.chosen.length > 0);
  const problem = problemOf(enrollment);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && problem === null) void enrollment.send(enrollment.total);
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <ChosenClass campClass={campClass} change={changeClass} />
      <ParticipantChoice
        enrollment={enrollment}
        accountName={family.account.name}
        startsAt={campClass.startsAt}
      />
      <FamilyOverlaps family={family} campClass={campClass} childIds={draft.chosen} />
      <MethodFields enrollment={enrollment} startsAt={campClass.startsAt} />
      <PriceFields enrollment={enrollment} usualPrice={priceToday(campClass)} />
      {draft.method === "reserve" ? null : (
        <OverrideChoice
          offered={overrides}
          chosen={draft.override}
          change={(override) => change({ override })}
        />
      )}
      <p role="alert" className="text-danger mb-2">
        {error === null ? "" : errorMessage(error)}
      </p>
      <p className="fs-5" role="status">
        {problem ?? <Total enrollment={enrollment} />}
      </p>
      <DialogButtons>
        <BusyButton type="submit" busy={busy} disabled={problem !== null}>
          {draft.method === "reserve" ? "Reserve" : "Enroll"}
        </BusyButton>
      </DialogButtons>
    </form>
  );
}

/** What is missing before the form can be sent; null if nothing is. */
function problemOf({ draft, until }: Enrollment): string | null {
  if (draft.chosen.length === 0) return "Please choose who comes.";
  const isOtherPrice = draft.price.trim() !== "";
  if (isOtherPrice && parseAmount(draft.price) === null) return "Please enter a price such as 45.50.";
  if (isOtherPrice && draft.reason.trim() === "") return "Please give the reason for the other price.";
  if (draft.method === "reserve" && until === null) return "Please choose a day.";
  return null;
}

function Total({ enrollment: { draft, total, until } }: { enrollment: Enrollment }) {
  const seats = countOf(draft.chosen.length, "seat");
  const amount = <strong className="amount">{formatPrice(total)}</strong>;
  if (draft.method === "reserve") {
    return (
      <>
        {seats} reserved until {formatSiteMoment(until ?? "")}, {amount} to pay
      </>
    );
  }
  return (
    <>
      Total: {amount} {total === 0 ? "" : methodText(draft.method)} for {seats}
    </>
  );
}

/** Moves the focus to the first participant, or past them to the reference of the payment if somebody is chosen already. */
function useFocusOnNextInput(form: { current: HTMLFormElement | null }, isChosen: boolean): void {
  const isChosenAtFirst = useRef(isChosen);
  useEffect(() => {
    const next = isChosenAtFirst.current ? 'input[type="text"]' : 'input[type="checkbox"]:enabled';
    form.current?.querySelector<HTMLElement>(next)?.focus();
  }, [form]);
}
