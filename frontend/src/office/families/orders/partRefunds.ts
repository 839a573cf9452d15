/** Refunds of a part of a price, each sent once although its response may be lost. */
import { asApiError } from "../../../shared/api/errors";
import { request } from "../../../shared/api/request";
import { randomId } from "../../../shared/randomId";
import { type FamilyPayment, officeCalls } from "../../api";

/**
 * The keys of refunds whose outcome is unknown, by the id of the payment. A dialog that is opened again repeats the
 * refund with its key, so that a lost response can't refund twice.
 */
const unconfirmed = new Map<string, string>();

/** Refunds a part; the seat stays. @throws ApiError 409 `amount_too_high`, `disputed`, `not_seated`, `key_used` */
export async function refundPart(
  familyId: string,
  payment: FamilyPayment,
  body: { amount: number; note: string },
): Promise<void> {
  const key = keyFor(payment);
  try {
    await request(officeCalls.refunds(payment._id), { method: "POST", body: { ...body, key } });
  } catch (error) {
    const isUnknown = asApiError(error)?.isTransient;
    if (isUnknown && !(await isRecorded(familyId, key))) throw error;
    unconfirmed.delete(payment._id);
    if (!isUnknown) throw error;
  }
  unconfirmed.delete(payment._id);
}

/** The key of the refund to send: that of a refund whose outcome is unknown, unless the server has recorded it. */
function keyFor({ _id, refunds }: FamilyPayment): string {
  const lost = unconfirmed.get(_id);
  if (lost && !refunds.some((refund) => refund._id === lost)) return lost;
  const key = randomId();
  unconfirmed.set(_id, key);
  return key;
}

/** Whether the server has recorded the refund; false also if it can't be asked. */
async function isRecorded(familyId: string, key: string): Promise<boolean> {
  const family = await request(officeCalls.family(familyId)).catch(() => null);
  return Boolean(family?.payments.some(({ refunds }) => refunds.some(({ _id }) => _id === key)));
}
