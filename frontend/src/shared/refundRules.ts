/** Says in sentences what a cancellation refunds. The dates come from the server. */
import type { ResponseBody } from "./api/types";
import { config, type RefundRule } from "./config";
import { counted } from "./intl";
import { formatSiteMoment } from "./siteTime";

/** What a cancellation refunds after the step before. */
type RefundStep = ResponseBody<"GET", "/classes/{id}">["refundSteps"][number];

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

/** Describes how much a student gets back for canceling in any class. */
export function generalRefundText(): string {
  return textOf(generalTerms());
}

/** Describes how much a student gets back for canceling in a class that begins then. */
export function refundText(steps: readonly RefundStep[], startsAt: string | null): string {
  return textOf(termsOf(steps, startsAt));
}

/** The refunds of a class that begins then, each as its deadline and what the student gets: full refund, parts, nothing. */
export function refundLines(
  steps: readonly RefundStep[],
  startsAt: string | null,
): readonly (readonly [when: string, what: string])[] {
  const { full, parts, ends } = termsOf(steps, startsAt);
  return [
    ...full.map((when) => [`Cancel ${when}`, "full refund"] as const),
    ...parts.map(({ percent, until }) => [`Until ${until}`, `${percent}% back`] as const),
    ...(ends ? [["After that", "no refund"] as const] : []),
  ];
}

/** Describes when a rule applies, in days before the first lesson. */
export function timeOfRule({ days }: RefundRule): string {
  if (days === 0) return "any time before the first lesson";
  return `at least ${counted(days, "day", "days")} before the first lesson`;
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

function generalTerms(): Terms {
  const rules = refundRules.filter(({ percent }) => percent > 0);
  const parts = rules.filter(({ percent }) => percent < 100);
  return {
    full: [...withinHours, ...rules.filter(({ percent }) => percent === 100).map(timeOfRule)],
    parts: parts.map(({ days, percent }) => ({
      percent,
      until: days === 0 ? "the first lesson" : `${counted(days, "day", "days")} before the first lesson`,
    })),
    ends: rules.every(({ days }) => days > 0),
  };
}

function termsOf(steps: readonly RefundStep[], startsAt: string | null): Terms {
  return {
    full: steps.filter(({ percent }) => percent === 100).map((step) => timeOfStep(step, startsAt)),
    parts: steps
      .filter(({ percent }) => percent > 0 && percent < 100)
      .map(({ percent, until }) => ({ percent, until: formatSiteMoment(until ?? "") })),
    ends: steps.some(({ percent }) => percent === 0),
  };
}

function timeOfStep({ until, hoursAfterPaying }: RefundStep, startsAt: string | null): string {
  if (until === null) return `within ${hoursAfterPaying} hours of paying`;
  return until === startsAt ? "before the class starts" : `by ${formatSiteMoment(until)}`;
}
