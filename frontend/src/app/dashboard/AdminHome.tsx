import { Link } from "react-router-dom";
import { StaffPages } from "../../accounts/staff/StaffPages";
import type { ReviewedClass } from "../../classes/api";
import { classCount } from "../../classes/model/facts";
import { PeriodTotals } from "../../payments/overview/PeriodTotals";
import { combine } from "../../shared/api/combine";
import { useUserData } from "../../shared/api/resources";
import { calls, pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";

/** How many of the pending classes are named. */
const NAMED = 5;

/** What an admin has to decide, and how the school is doing. */
export function AdminHome() {
  const classes = useUserData(calls.classes);
  const overview = useUserData(calls.overview());
  const { isLoading, error, retry } = combine(classes, overview);
  if (isLoading) return <RowSkeletons count={8} />;
  return (
    <>
      {error ? <ErrorState error={error} retry={retry} /> : null}
      {classes.data ? <Decisions classes={classes.data} /> : null}
      <OtherChecks />
      {overview.data ? (
        <div className="home-part">
          <PeriodTotals overview={overview.data} />
          <Link to={pages.overview}>See the whole overview</Link>
        </div>
      ) : null}
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
    </section>
  );
}

/** Where to look for other problems, and the way to the staff pages. */
function OtherChecks() {
  return (
    <ul className="home-list mt-3">
      <li>
        <Link to={pages.desk}>Refunds that failed, and disputed charges</Link>
      </li>
      <li>
        <Link to={pages.setup}>Check the site's set-up</Link>
      </li>
      <li>
        <StaffPages />
      </li>
    </ul>
  );
}
