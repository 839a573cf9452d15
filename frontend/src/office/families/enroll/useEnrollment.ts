import { useState } from "react";
import type { ReviewedClass } from "../../../classes/api";
import { classNames } from "../../../classes/model/clashes";
import { countOf } from "../../../classes/model/facts";
import { ageReason } from "../../../classes/model/offers";
import { isSameSeat } from "../../../classes/model/participants";
import { asApiError } from "../../../shared/api/errors";
import { request } from "../../../shared/api/request";
import { useDialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { useAction } from "../../../shared/hooks/useAction";
import { sumOf } from "../../../shared/money";
import { randomId } from "../../../shared/randomId";
import { type Family, officeCalls, useRefreshOffice } from "../../api";
import type { DeskMethod } from "../../money/methods";
import { clashesText } from "../clashes";
import { type Override, overridesFor } from "../overrides";
import { reservationDays, reservationEnd } from "../reservation";
import { linesAgainst } from "./refusedLines";
import { type ClassSeats, linesOf, type Member, membersFor, newSeats, problemOf } from "./seats";
import { useQuote } from "./useQuote";

/** What the office has filled in. */
interface Draft {
  seats: readonly ClassSeats[];
  /** `reserve`: the family pays later. */
  method: DeskMethod | "reserve";
  reference: string;
  code: string;
  /** The last day of a reservation; null for the usual one. */
  day: string | null;
  override: readonly Override[];
}

const EMPTY: Draft = { seats: [], method: "check", reference: "", code: "", day: null, override: [] };

export type Enrollment = ReturnType<typeof useEnrollment>;

/**
 * The state of the form that enrolls participants of a family in classes, or reserves seats for them.
 *
 * @param first the seats that are chosen at first
 */
export function useEnrollment(family: Family, first: readonly ClassSeats[]) {
  const { draft, ...changes } = useDraft(family, first);
  const days = daysOf(draft);
  // A reservation takes no code.
  const code = draft.method === "reserve" ? "" : draft.code.trim();
  const quote = useQuote(family.account._id, draft.seats, code);
  const { send, busy, error } = useSend(family, draft, days.until, quote.refresh);
  const { wait, error: notWaiting } = useWait(family, draft, changes.changeSeats);
  const lines = linesAgainst(error);
  const classes = draft.seats.map((seats) => ({
    ...seats,
    members: membersFor(family, seats, lines, quote.lines),
  }));
  const chosen = classes.flatMap(({ members }) => members.filter(({ isChosen }) => isChosen));
  return {
    draft,
    ...changes,
    classes,
    count: chosen.length,
    /** The dollars for all seats; 0 until the server has said what they cost. */
    total: sumOf(chosen.map(({ price }) => price ?? 0)),
    ...days,
    problem:
      draft.seats.map(problemOf).find(Boolean) ??
      problemOfDay(draft.method, days.day) ??
      problemOfPrices(chosen, quote.error),
    overrides: overridesOf(classes, [asApiError(error)?.code, ...lines.map(({ code }) => code)]),
    send,
    wait,
    busy,
    /** Null also if there are notes at the participants instead. */
    error: quote.error ?? notWaiting ?? (lines.some(({ message }) => message) ? null : error),
    /** Whether the server has refused a seat that is still chosen. */
    isRefused: chosen.some(({ isRefused }) => isRefused),
  };
}

function useDraft(family: Family, first: readonly ClassSeats[]) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, seats: first });
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const { seats } = draft;
  return {
    draft,
    change,
    changeSeats: ({ campClass }: ClassSeats, changes: Partial<ClassSeats>) =>
      change({ seats: seats.map((each) => (each.campClass === campClass ? { ...each, ...changes } : each)) }),
    add: (campClass: ReviewedClass) => change({ seats: [...seats, newSeats(family, campClass)] }),
    remove: ({ campClass }: ClassSeats) =>
      change({ seats: seats.filter((each) => each.campClass !== campClass), override: [] }),
  };
}

/** The first lesson of all classes, the last day of a reservation, and its end (ISO 8601; null without a day). */
function daysOf(draft: Draft) {
  const startsAt = firstStartOf(draft.seats);
  const day = draft.day ?? reservationDays(startsAt).usual;
  return { startsAt, day, until: day === "" ? null : reservationEnd(day, startsAt) };
}

function overridesOf(
  classes: readonly (ClassSeats & { members: readonly Member[] })[],
  codes: readonly (string | undefined)[],
): Override[] {
  return classes.flatMap(({ campClass, members }) => {
    const isAgeWrong = members.some((each) => each.isChosen && ageReason(each, campClass) !== null);
    return overridesFor(campClass, isAgeWrong, codes);
  });
}

function problemOfDay(method: Draft["method"], day: string): string | null {
  return method === "reserve" && day === "" ? "Please choose a day." : null;
}

function problemOfPrices(chosen: readonly Member[], error: unknown): string | null {
  if (chosen.every(({ price }) => price !== null)) return null;
  return error === null ? "Asking what it costs…" : "There's no total yet.";
}

/** When the first of the classes begins; null if none has a day. */
function firstStartOf(seats: readonly ClassSeats[]): string | null {
  const starts = seats.flatMap(({ campClass }) => campClass.startsAt ?? []);
  return starts.sort()[0] ?? null;
}

/** Takes the payment or reserves the seats, and closes the dialog. A repeated request takes no money twice. */
function useSend(family: Family, draft: Draft, until: string | null, refreshQuote: () => void) {
  const [key] = useState(randomId);
  const { close, whileBusy, busy } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const { method, reference, code, override } = draft;
  const { run, error } = useAction(async (total: number) => {
    const body = { userId: family.account._id, lines: draft.seats.flatMap(linesOf) };
    const paid = { reference, code: code.trim() || undefined, total, key, override: [...override] };
    const sent =
      method === "reserve"
        ? request(officeCalls.reservations, { method: "POST", body: { ...body, until: until ?? "" } })
        : request(officeCalls.enrollments, { method: "POST", body: { ...body, method, ...paid } });
    // The price may have changed.
    const { clashes } = await sent.catch((refusal: unknown) => {
      refreshQuote();
      throw refusal;
    });
    const classes = draft.seats.map(({ campClass }) => campClass);
    const seats = `${countOf(body.lines.length, "seat")} in ${classNames(classes)}`;
    toast(method === "reserve" ? `${seats} reserved.` : `${seats} booked.`);
    if (clashes.length > 0) toast(clashesText(classes, clashes), "warning");
    await refresh();
    close();
  });
  const send = (total: number) => whileBusy(async () => void (await run(total)));
  return { send, busy, error };
}

/** Puts a participant on the waitlist instead, and closes the dialog if nobody else is to be enrolled. */
function useWait(
  family: Family,
  draft: Draft,
  changeSeats: (seats: ClassSeats, changes: Partial<ClassSeats>) => void,
) {
  const { close, whileBusy } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const { run, error } = useAction(async (seats: ClassSeats, { childId, childName }: Member) => {
    const { campClass, chosen } = seats;
    const seat = { classId: campClass._id, childId };
    const { position, clashes } = await request(officeCalls.waitlist, {
      method: "POST",
      body: { userId: family.account._id, ...seat },
    });
    const name = childName ?? family.account.name;
    toast(`${name} is number ${position} on the waitlist of ${campClass.nameClass}.`);
    if (clashes.length > 0) toast(clashesText([campClass], clashes), "warning");
    await refresh();
    changeSeats(seats, { chosen: chosen.filter((each) => each !== childId) });
    const others = draft.seats.flatMap((each) => linesOf(each)).filter((line) => !isSameSeat(line, seat));
    if (others.length === 0) close();
  });
  const wait = (seats: ClassSeats, member: Member) => {
    void whileBusy(async () => void (await run(seats, member)));
  };
  return { wait, error };
}
