/** Describes the configured refund rules in sentences. */
import { config, type RefundRule } from "./config";
import { formatSiteMoment } from "./siteTime";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const { cancelWithinHours, refundRules } = config;

/** The deadlines for a cancellation, in words. */
interface Terms {
  /** For a full refund. The latest one applies. */
  full: string[];
  /** For partial refunds, after the full refund. */
  parts: { percent: number; until: string }[];
  /** After the last deadline a student can still cancel, without a refund. */
  ends: boolean;
}

/**
 * Describes how much a student gets back for canceling.
 *
 * @param startsAt the start of the first lesson (ISO 8601), for a text with dates; null for a class without lessons;
 *   undefined for a text about all classes
 */
export function refundRulesText(startsAt?: string | null): string {
  if (startsAt === undefined) return textOf(generalTerms());
  return textOf(startsAt === null ? termsWithoutLessons() : termsUntil(Date.parse(startsAt)));
}

/**
 * The refund rules of a class in steps, each as its deadline and what the student gets: full refund, parts, nothing.
 *
 * @param startsAt as for refundRulesText
 */
export function refundSteps(startsAt: string | null): readonly (readonly [when: string, what: string])[] {
  const { full, parts, ends } = startsAt === null ? termsWithoutLessons() : termsUntil(Date.parse(startsAt));
  return [
    ...(full.length > 0 ? [[`Cancel ${full.join(", or ")}`, "full refund"] as const] : []),
    ...parts.map(({ percent, until }) => [`Until ${until}`, `${percent}% back`] as const),
    ...(ends ? [["After that", "no refund"] as const] : []),
  ];
}

/** Describes when a rule applies, in days before the first lesson. */
export function timeOfRule({ days }: RefundRule): string {
  if (days === 0) return "any time before the first lesson";
  return `at least ${daysText(days)} before the first lesson`;
}

function textOf({ full, parts, ends }: Terms): string {
  const first =
    full.length === 0 ? "" : `Cancel ${full.join(", or ")}${full.length > 1 ? "," : ""} for a full refund.`;
  const later = full.length === 0 ? "If you cancel," : "After that,";
  const amounts = parts.map(({ percent, until }) => `${percent}% back until ${until}`).join(", ");
  if (amounts) return `${first} ${later} you'll get ${amounts}${ends ? ", then nothing" : ""}.`.trim();
  return ends ? `${first} ${later} there's no refund.`.trim() : first;
}

const withinHours = cancelWithinHours > 0 ? [`within ${cancelWithinHours} hours of paying`] : [];

function termsWithoutLessons(): Terms {
  return { full: withinHours, parts: [], ends: true };
}

function generalTerms(): Terms {
  const rules = refundRules.filter(({ percent }) => percent > 0);
  const parts = rules.filter(({ percent }) => percent < 100);
  return {
    full: [...withinHours, ...rules.filter(({ percent }) => percent === 100).map(timeOfRule)],
    parts: parts.map(({ days, percent }) => ({
      percent,
      until: days === 0 ? "the first lesson" : `${daysText(days)} before the first lesson`,
    })),
    ends: rules.every(({ days }) => days > 0),
  };
}

/** The terms for a student who pays now. Leaves out deadlines that have passed or that a better deadline covers. */
function termsUntil(start: number): Terms {
  const hoursEnd = Math.min(Date.now() + cancelWithinHours * HOUR_MS, start);
  const deadlines = refundRules.map(({ days, percent }) => ({ percent, at: start - days * DAY_MS }));
  const fullAt = Math.max(0, ...deadlines.filter(({ percent }) => percent === 100).map(({ at }) => at));
  const end = Math.max(hoursEnd, fullAt);
  const parts = deadlines.filter(({ percent, at }) => percent > 0 && percent < 100 && at > end);
  return {
    full: [fullTime(end, hoursEnd, start)],
    parts: parts.map(({ percent, at }) => ({ percent, until: momentOf(at) })),
    ends: Math.max(end, ...parts.map(({ at }) => at)) < start,
  };
}

/** Describes the deadline for a full refund. */
function fullTime(end: number, hoursEnd: number, start: number): string {
  if (end === start) return "before the class starts";
  return end > hoursEnd ? `by ${momentOf(end)}` : `within ${cancelWithinHours} hours of paying`;
}

function momentOf(at: number): string {
  return formatSiteMoment(new Date(at).toISOString());
}

function daysText(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
