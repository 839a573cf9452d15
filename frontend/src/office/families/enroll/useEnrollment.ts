import { useState } from "react";
import type { ReviewedClass } from "../../../classes/api";
import { countOf } from "../../../classes/page/classFacts";
import { priceToday } from "../../../classes/page/prices";
import { ageReason } from "../../../classes/select/offer";
import { type FamilyMember, isSameSeat, membersOf } from "../../../classes/select/participants";
import { asApiError } from "../../../shared/api/apiError";
import { useDialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { useAction } from "../../../shared/hooks/useAction";
import { parseAmount, sumOf } from "../../../shared/money";
import { randomId } from "../../../shared/randomId";
import type { DeskMethod } from "../../money/methods";
import { enrollAtDesk, type Family, reserveAtDesk, useRefreshOffice } from "../../officeApi";
import { clashText } from "../overlaps";
import { type Override, overridesFor } from "../overrides";
import { linesAgainst, type RefusedLine } from "./refusedLines";
import { reservationDays, reservationEnd } from "./reservation";

/** What the office has filled in. */
interface Draft {
  /** The ids of the children, and null for the account holder. */
  chosen: readonly (string | null)[];
  /** `reserve`: the family pays later. */
  method: DeskMethod | "reserve";
  reference: string;
  /** The last day of a reservation. */
  until: string;
  /** Another price for each seat, as typed; empty for none. */
  price: string;
  reason: string;
  override: readonly Override[];
}

/** Somebody of the family who could take the seat. */
export interface Member extends FamilyMember {
  /** The dollars that the seat costs now. */
  price: number;
  /** Why they can't come; null if they can. */
  obstacle: string | null;
  /** What the office should know: the age doesn't fit, or the server has refused the seat. */
  note: string | null;
}

export type Enrollment = ReturnType<typeof useEnrollment>;

/**
 * The state of the form that enrolls participants of a family in a class, or reserves seats for them.
 *
 * @param childId who is chosen at first; undefined: the only child of the family
 */
export function useEnrollment(family: Family, campClass: ReviewedClass, childId?: string | null) {
  const [draft, setDraft] = useState(() => initialDraft(family, campClass, childId));
  const { send, busy, error } = useSend(family, campClass, draft);
  const lines = linesAgainst(error);
  const members = membersOf(family.children).map((member) => toMember(member, family, campClass, lines));
  const chosen = members.filter((member) => draft.chosen.includes(member.childId));
  const typed = parseAmount(draft.price);
  const isAgeWrong = chosen.some((member) => ageReason(member, campClass) !== null);
  const codes = [asApiError(error)?.code, ...lines.map(({ code }) => code)];
  return {
    members,
    draft,
    change: (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })),
    /** The dollars for all seats. */
    total: sumOf(chosen.map(({ price }) => typed ?? price)),
    /** When the reservation ends (ISO 8601); null if no day is chosen. */
    until: untilOf(draft, campClass),
    overrides: overridesFor(campClass, isAgeWrong, codes),
    send: (total: number) => send(total),
    busy,
    /** Null also if the notes at the participants say it all. */
    error: lines.some(({ message }) => message) ? null : error,
  };
}

function initialDraft(family: Family, campClass: ReviewedClass, childId?: string | null): Draft {
  const [firstChild, ...others] = family.children;
  const isOnlyChild = firstChild && others.length === 0 && !hasSeat(family, campClass, firstChild._id);
  const onlyChild = isOnlyChild ? [firstChild._id] : [];
  return {
    chosen: childId === undefined ? onlyChild : [childId],
    method: "check",
    reference: "",
    until: reservationDays(campClass.startsAt).usual,
    price: "",
    reason: "",
    override: [],
  };
}

function untilOf({ until }: Draft, { startsAt }: ReviewedClass): string | null {
  return until === "" ? null : reservationEnd(until, startsAt);
}

function hasSeat({ seats }: Family, { _id: classId }: ReviewedClass, childId: string | null): boolean {
  return seats.some((seat) => isSameSeat(seat, { classId, childId }));
}

function toMember(
  member: FamilyMember,
  family: Family,
  campClass: ReviewedClass,
  lines: readonly RefusedLine[],
): Member {
  const { childId } = member;
  const line = lines.find((each) => each.childId === childId);
  const hold = family.holds.find((each) => isSameSeat(each, { classId: campClass._id, childId }));
  return {
    ...member,
    price: line?.price ?? hold?.price ?? priceToday(campClass),
    obstacle: hasSeat(family, campClass, childId) ? "already enrolled" : null,
    note: line?.message ?? ageReason(member, campClass),
  };
}

/** Takes the payment or reserves the seats, and closes the dialog. A repeated request takes no money twice. */
function useSend(family: Family, campClass: ReviewedClass, draft: Draft) {
  const [key] = useState(randomId);
  const { close, whileBusy, busy } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const { method, reference, chosen, override } = draft;
  const { run, error } = useAction(async (total: number) => {
    const body = { userId: family.account._id, lines: linesOf(campClass, draft) };
    const { clashes } =
      method === "reserve"
        ? await reserveAtDesk({ ...body, until: untilOf(draft, campClass) ?? "" })
        : await enrollAtDesk({ ...body, method, reference, total, key, override: [...override] });
    const seats = `${countOf(chosen.length, "seat")} in ${campClass.nameClass}`;
    toast(method === "reserve" ? `${seats} reserved.` : `${seats} booked.`);
    if (clashes.length > 0) toast(clashText(campClass, clashes), "warning");
    await refresh();
    close();
  });
  const send = (total: number) => whileBusy(async () => void (await run(total)));
  return { send, busy, error };
}

function linesOf({ _id: classId }: ReviewedClass, { chosen, price, reason }: Draft) {
  const other = parseAmount(price) ?? undefined;
  return chosen.map((childId) => ({ classId, childId, price: other, reason: reason.trim() }));
}
