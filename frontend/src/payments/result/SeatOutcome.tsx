import { childNameOf } from "../../classes/model/participants";
import { hasSeat, type Payment } from "../api";
import { RefundText } from "../history/PaymentStatus";
import { BookedClass } from "./BookedClass";

/** Shows the seat or the refund that results from an order of one seat. */
export function SeatOutcome({ payment }: { payment: Payment }) {
  return (
    <>
      <div className="d-flex gap-3 align-items-center justify-content-between py-3 border-top border-bottom">
        <BookedClass payments={[payment]} />
      </div>
      <div role="status">
        {hasSeat(payment) ? <SeatText payment={payment} /> : <RefundText payment={payment} />}
      </div>
    </>
  );
}

function SeatText({ payment }: { payment: Payment }) {
  const name = childNameOf(payment);
  if (payment.status === "enrolled") {
    return (
      <p>
        {name === null ? "You're" : `${name} is`} enrolled in <strong>{payment.nameClass}</strong>. We look
        forward to seeing {name ?? "you"}!
      </p>
    );
  }
  return (
    <p>
      {name === null ? "Your" : `${name}'s`} seat in <strong>{payment.nameClass}</strong> is yours. We're just
      waiting for Stripe to confirm your payment. This page will tell you as soon as that happens.
    </p>
  );
}
