import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { pages } from "../../../shared/paths";
import type { ReviewedClass } from "../../api";
import { instructorOf } from "../../model/facts";

interface PendingListProps {
  /** The one that has waited longest first. */
  pending: readonly ReviewedClass[];
  openId: string;
  approve: (...chosen: ReviewedClass[]) => void;
}

/** The classes that wait for a decision. Several can be ticked and approved together. */
export function PendingList({ pending, openId, approve }: PendingListProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setTicked(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id]);
  const chosen = pending.filter(({ _id }) => ticked.includes(_id));
  return (
    <nav className="review-list" aria-labelledby="review-list">
      <h2 id="review-list" className="fs-5">
        {pending.length === 0 ? "No other class is waiting" : `Waiting for a decision (${pending.length})`}
      </h2>
      <ul className="list-unstyled mb-0">
        {pending.map((campClass) => (
          <li key={campClass._id} className={campClass._id === openId ? "active" : ""}>
            <input
              type="checkbox"
              className="form-check-input"
              aria-label={`Choose ${campClass.nameClass}`}
              checked={ticked.includes(campClass._id)}
              onChange={() => toggle(campClass._id)}
            />
            <Link
              to={pages.reviewClass(campClass._id)}
              replace
              aria-current={campClass._id === openId ? "page" : undefined}
            >
              {campClass.nameClass}
            </Link>
            <span className="small text-body-secondary">
              {instructorOf(campClass)}
              {campClass.feedback ? ", sent again" : ""}
            </span>
          </li>
        ))}
      </ul>
      {chosen.length > 0 ? (
        <Button className="mt-3" onClick={() => approve(...chosen)}>
          Approve the {chosen.length} chosen
        </Button>
      ) : null}
    </nav>
  );
}
