import { withParticipant } from "../../../classes/model/participants";
import type { FamilyPayment } from "../../api";

/** `Clay Animals for Mia`; the name of the class alone if the account holder takes part. */
export function forName({ nameClass, childName }: { nameClass: string; childName?: string | null }): string {
  return withParticipant(nameClass, childName ? `for ${childName}` : null);
}

/** How the family gets a refund of the payment. */
export function refundWay({ method }: FamilyPayment): string {
  return method === "card"
    ? "The refund goes back to the card."
    : "The refund waits under Money until you record that you've paid it back.";
}
