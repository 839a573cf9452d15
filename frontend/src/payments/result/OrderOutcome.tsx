import { namesOf } from "../../classes/model/participants";
import { formatPrice } from "../../shared/money";
import { Picture } from "../../shared/pictures/Picture";
import { hasSeat, type Payment, sumPaid } from "../api";
import { PaymentStatusBadge, RefundText } from "../history/PaymentStatus";
import { groupedBy, seatCount, seatWords } from "../selected/selections";
import { BookedClass } from "./BookedClass";

/** Lists the seats, by class, and the refunds that result from an order of several seats. */
export function OrderOutcome({ payments }: { payments: readonly Payment[] }) {
  const rows = groupedBy(payments, (each) => (hasSeat(each) ? `${each.classId} ${each.status}` : each._id));
  const allEnrolled = payments.every(({ status }) => status === "enrolled");
  return (
    <>
      <p role="status">{summaryOf(payments)}</p>
      <ul className="purchases list-unstyled">
        {rows.map((seats) => (
          <li key={seats[0]._id}>
            <div className="purchase">
              <Picture src={seats[0].image} alt="" ratio="1 / 1" sizes="6rem" className="rounded-1" />
              <BookedClass payments={seats} />
            </div>
            {allEnrolled ? null : (
              <p className="mt-2 mb-1">
                <PaymentStatusBadge payment={seats[0]} />
              </p>
            )}
            {hasSeat(seats[0]) ? null : <RefundText payment={seats[0]} />}
          </li>
        ))}
      </ul>
      <p className="d-flex flex-wrap justify-content-between align-items-baseline column-gap-3 fw-semibold">
        Total for {seatCount(payments.length)}
        <span className="amount price">{formatPrice(sumPaid(payments))}</span>
      </p>
    </>
  );
}

function summaryOf(payments: readonly Payment[]): string {
  const seated = payments.filter(hasSeat);
  const { length } = seated;
  if (length === 0) return "We couldn't book any of these seats.";
  if (seated.some(({ status }) => status === "enrollPending")) {
    const { Your, are } = seatWords(length);
    return `${Your} ${are} yours. We're just waiting for Stripe to confirm your payment. This page will tell you as soon as that happens.`;
  }
  const count = length < payments.length ? `${length} of ${payments.length}` : length;
  return `You've booked ${count} seats. We look forward to seeing ${namesOf(seated)}!`;
}
