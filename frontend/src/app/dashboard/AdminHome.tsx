import { Link } from "react-router-dom";
import type { ReviewedClass } from "../../classes/api";
import { classCount } from "../../classes/model/facts";
import { OfficeSearch } from "../../office/search/OfficeSearch";
import { useUserData } from "../../shared/api/resources";
import { calls, pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";

/** How many of the pending classes are named. */
const NAMED = 5;

/** The morning of the office: find somebody, and see what needs a decision. */
export function AdminHome() {
  const { data, error, mutate } = useUserData(calls.classes);
  return (
    <>
      <OfficeSearch />
      <div className="home-part">
        {error && !data ? <ErrorState error={error} retry={() => mutate()} /> : null}
        {!data && !error ? <RowSkeletons count={8} /> : null}
        {data ? <Decisions classes={data} /> : null}
      </div>
    </>
  );
}

function Decisions({ classes }: { classes: readonly ReviewedClass[] }) {
  // The server's order is newest first.
  const pending = classes.filter(({ status }) => status === "Pending").toReversed();
  const [oldest] = pending;
  return (
    <section aria-labelledby="decisions">
      <h2 className="fs-4" id="decisions">
        Waiting for your decision
      </h2>
      {oldest ? (
        <>
          <ul className="home-list">
            {pending.slice(0, NAMED).map(({ _id, nameClass, instructorName }) => (
              <li key={_id}>
                <Link className="fw-semibold" to={pages.reviewClass(_id)}>
                  {nameClass}
                </Link>
                <span className="text-body-secondary">{instructorName}</span>
              </li>
            ))}
          </ul>
          <Link className="btn btn-primary" to={pages.reviewClass(oldest._id)}>
            Review {classCount(pending.length)}
          </Link>
        </>
      ) : (
        <p>No class is waiting for review.</p>
      )}
      <p className="mt-3">
        <Link to={pages.money}>Money to pay back, and disputed charges</Link>
      </p>
    </section>
  );
}
