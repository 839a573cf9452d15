import { useEnrolledClasses } from "../../classes/api";
import { instructorOf } from "../../classes/model/facts";
import { lessonTextWithZone } from "../../classes/model/lessons";
import { isSameSeat, namesOf, useParticipantText } from "../../classes/model/participants";
import { formatPrice } from "../../shared/money";
import { type Payment, sumPaid } from "../api";

/** Shows the class name, the participants, the first lesson and the price of payments for one class. */
export function BookedClass({ payments }: { payments: readonly [Payment, ...Payment[]] }) {
  const { data = [] } = useEnrolledClasses();
  const textOf = useParticipantText();
  const [payment, ...others] = payments;
  const participantText = others.length === 0 ? textOf(payment) : `for ${namesOf(payments)}`;
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
      <p className="price amount">{formatPrice(sumPaid(payments))}</p>
    </>
  );
}
