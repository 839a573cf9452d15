import { useEnrolledClasses } from "../../classes/api";
import { instructorOf } from "../../classes/model/facts";
import { lessonTextWithZone } from "../../classes/model/lessons";
import { isSameSeat, useParticipantText } from "../../classes/model/participants";
import { formatPrice } from "../../shared/money";
import type { Payment } from "../api";

/** Shows the class name, the participant, the first lesson and the price of a payment. */
export function BookedClass({ payment }: { payment: Payment }) {
  const { data = [] } = useEnrolledClasses();
  const participantText = useParticipantText()(payment);
  const enrolled = data.find((row) => isSameSeat(row, payment));
  const firstLesson = enrolled?.lessons[0];
  return (
    <>
      <div>
        <p className="mb-0 fw-bold">{payment.nameClass}</p>
        <p className="mb-0 text-body-secondary">
          with {instructorOf(payment)}
          {participantText === null ? null : `, ${participantText}`}
        </p>
        {firstLesson ? <p className="mb-0">First lesson: {lessonTextWithZone(firstLesson)}</p> : null}
      </div>
      <p className="price amount">{formatPrice(payment.price)}</p>
    </>
  );
}
