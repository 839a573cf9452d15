/** Until when a seat can be canceled, and for what refund. */
import { config } from "../../shared/config";
import { formatSiteMoment } from "../../shared/siteTime";
import type { FamilyPayment } from "../api";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** After a move that the school asked for, the full refund is open for this long. */
const REOPENED_MS = 7 * DAY_MS;

interface Deadline {
  percent: number;
  /** In milliseconds since the epoch. */
  at: number;
}

/**
 * Says what a cancellation refunds until when, leaving out what has passed: `100% until Fri, Jul 2, 9:00 AM, then 50% until
 * Wed, Jul 7, 9:00 AM`.
 *
 * @param paidAt when the seat was paid for (ISO 8601)
 * @param startsAt the start of the first lesson (ISO 8601); null without lessons
 * @param isReopened the school has just moved the seat
 */
export function cancellationText(paidAt: string, startsAt: string | null, isReopened = false): string {
  const steps = lastOfEach(deadlinesOf(Date.parse(paidAt), startsAt, isReopened));
  if (steps.length === 0) return NO_REFUND;
  return steps.map(({ percent, at }) => stepText(percent, new Date(at).toISOString())).join(", then ");
}

/** Says what a cancellation of a seat refunds now, according to the server. */
export function currentTermsText(terms: FamilyPayment["cancellation"]): string {
  if (terms === null) return "Can't be canceled online";
  return terms.percent === 0 ? NO_REFUND : stepText(terms.percent, terms.until);
}

const NO_REFUND = "No refund";

/** `100% until Fri, Jul 2, 9:00 AM`. */
function stepText(percent: number, until: string | null): string {
  return until === null ? `${percent}%` : `${percent}% until ${formatSiteMoment(until)}`;
}

function deadlinesOf(paidAt: number, startsAt: string | null, isReopened: boolean): Deadline[] {
  const start = startsAt === null ? Number.POSITIVE_INFINITY : Date.parse(startsAt);
  const byDate = startsAt === null ? [] : config.refundRules;
  return [
    { percent: 100, at: paidAt + config.cancelWithinHours * HOUR_MS },
    ...(isReopened ? [{ percent: 100, at: Date.now() + REOPENED_MS }] : []),
    ...byDate.map(({ days, percent }) => ({ percent, at: start - days * DAY_MS })),
  ].map(({ percent, at }) => ({ percent, at: Math.min(at, start) }));
}

/** The deadlines to come, the highest refund first, without those that a higher refund covers. */
function lastOfEach(deadlines: readonly Deadline[]): Deadline[] {
  const coming = deadlines.filter(({ percent, at }) => percent > 0 && at > Date.now());
  const isCovered = ({ percent, at }: Deadline) =>
    coming.some(
      (other) => other.at >= at && (other.percent > percent || (other.percent === percent && other.at > at)),
    );
  return coming.filter((each) => !isCovered(each)).sort((a, b) => b.percent - a.percent);
}
