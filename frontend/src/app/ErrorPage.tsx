import { isRouteErrorResponse, Link, useRouteError } from "react-router-dom";
import { PageHeading, usePageTitle } from "../shared/Page";
import { Pot } from "../shared/Pot";
import { pages } from "../shared/paths";

/** What a route's failure shows: its status, its message, and the way home. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error))
    return <Failure status={error.status} message={error.statusText || NOTHING_HERE} />;
  return <Failure status={500} message={BROKEN} />;
}

/** An address that leads nowhere. */
export function NotFoundPage() {
  return <Failure status={404} message={NOTHING_HERE} />;
}

const NOTHING_HERE = "There is nothing at this address.";
const BROKEN = "This page could not be shown. Reload it; if that does not help, please write to us.";

function Failure({ status, message }: { status: number; message: string }) {
  usePageTitle(status === 404 ? "Not Found" : "Error");
  return (
    <div className="container py-5 text-center">
      <Pot />
      <PageHeading className="display-3">{status}</PageHeading>
      <p className="fs-5">{message}</p>
      {/* A whole page load: what broke may be a page of an older version of the site. */}
      <Link className="btn btn-primary" to={pages.home} reloadDocument={status !== 404}>
        Back to the Homepage
      </Link>
      {status === 404 ? (
        <p className="mt-4">
          Or look at <Link to={pages.allClasses}>all classes</Link> and{" "}
          <Link to={pages.allInstructors}>who teaches them</Link>.
        </p>
      ) : null}
    </div>
  );
}
