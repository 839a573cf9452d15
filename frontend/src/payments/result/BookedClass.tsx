import { useEnrolledClasses } from "../../classes/api";
import { instructorOf } from "../../classes/page/classFacts";
import { lessonTextWithZone } from "../../classes/page/LessonList";
import { isSameSeat, useParticipantText } from "../../classes/select/participants";
import { formatPrice } from "../../shared/money";
import type { Payment } from "../api";

/** Shows the class name, the participant, the first lesson and the price of a payment. */
export function BookedClass({ payment }: { payment: Payment }) {
  const { data = [] } = useEnrolledClasses();
  const participantText = useParticipantText()(payment);
  const firstLesson = data.find((enrolled) => isSameSeat(enrolled, payment))?.lessons[0];
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
      <p className="price amount mb-0">{formatPrice(payment.price)}</p>
    </>
  );
}
