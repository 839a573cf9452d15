import { useParams } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { enrollForFree, holdSeat } from "../api";
import { Checkout, type CheckoutCalls } from "./Checkout";
import { PaymentLayout } from "./PaymentLayout";

/** The page on which a student pays for one selected class. */
export default function PaymentPage() {
  const { id = "" } = useParams();
  return (
    <PaymentLayout key={id} title="Payment">
      <Checkout ids={[id]} calls={SEAT_CALLS} />
    </PaymentLayout>
  );
}

const SEAT_CALLS: CheckoutCalls = {
  hold: (selections) => holdSeat(only(selections)),
  enroll: async (selections) => [await enrollForFree(only(selections))],
};

function only([selection]: readonly Selection[]): Selection {
  if (!selection) throw new Error("One selection is expected.");
  return selection;
}
