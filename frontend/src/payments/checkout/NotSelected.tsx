import { Link } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import type { Payment } from "../api";
import { ContinueLink } from "../order/NotAllAvailable";

interface NotSelectedProps {
  /** The number of classes in the URL. */
  count: number;
  /** The classes that the student can still pay for. */
  remaining: readonly Selection[];
  /** The payments for classes that are already booked. */
  booked: readonly Payment[];
}

/** Explains that a class in the URL is not, or no longer, selected. */
export function NotSelected({ count, remaining, booked }: NotSelectedProps) {
  const nameOf = useNameWithParticipant();
  return (
    <EmptyState title={titleFor(count, remaining.length)}>
      {booked.length > 0 ? <p>Already booked: {booked.map(nameOf).join(", ")}.</p> : null}
      {remaining.length > 0 ? (
        <p>You can still pay for {remaining.map(nameOf).join(", ")}.</p>
      ) : (
        <p>
          {count === 1 ? "It may" : "They may"} have been removed. Check your selected classes, or choose
          another class.
        </p>
      )}
      <div className="d-flex flex-wrap justify-content-center gap-2">
        <ContinueLink ids={remaining.map(({ _id }) => _id)} />
        <Link
          className={`btn ${remaining.length === 0 ? "btn-primary" : "btn-outline-primary"}`}
          to={pages.mySelectedClasses}
        >
          My Selected Classes
        </Link>
      </div>
    </EmptyState>
  );
}

function useNameWithParticipant() {
  const participantText = useParticipantText();
  return (row: Selection | Payment) => withParticipant(row.nameClass, participantText(row));
}

function titleFor(count: number, remaining: number): string {
  if (remaining > 0) return "Some of these classes aren't in your selected classes anymore.";
  return count === 1
    ? "This class isn't in your selected classes."
    : "These classes aren't in your selected classes.";
}
