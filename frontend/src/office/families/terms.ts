/** Until when a seat can be canceled, and for what refund. */
import { formatSiteMoment } from "../../shared/siteTime";
import type { FamilyPayment } from "../api";

/** Says what a cancellation refunds from now on: `100% until Fri, Jul 2, 9:00 AM, then 50% until Wed, Jul 7, 9:00 AM`. */
export function cancellationText(steps: FamilyPayment["refundSteps"]): string {
  const refunds = steps.filter(({ percent }) => percent > 0);
  return refunds.length === 0 ? currentTermsText(steps[0] ?? null) : refunds.map(stepText).join(", then ");
}

/** Says what a cancellation of a seat refunds now. */
export function currentTermsText(terms: FamilyPayment["cancellation"]): string {
  if (terms === null) return "Can't be canceled online";
  return terms.percent === 0 ? "No refund" : stepText(terms);
}

/** `100% until Fri, Jul 2, 9:00 AM`. */
function stepText({ percent, until }: NonNullable<FamilyPayment["cancellation"]>): string {
  return until === null ? `${percent}%` : `${percent}% until ${formatSiteMoment(until)}`;
}
