import { Link } from "react-router-dom";
import { pages } from "../paths";
import { PageHeading, usePageTitle } from "./Page";
import { Pot } from "./Pot";

/** Shown for an unknown path, and for a path with the id of something that does not exist. */
export function NotFoundPage() {
  return <FullPageError status={404} message={NOT_FOUND} />;
}

export const NOT_FOUND = "Sorry, we can't find that page.";

/** An error as a whole page: status, message, and a link to the home page. */
export function FullPageError({ status, message }: { status: number; message: string }) {
  usePageTitle(status === 404 ? "Not Found" : "Error");
  return (
    <div className="container py-5 text-center">
      <Pot />
      <PageHeading className="display-3">{status}</PageHeading>
      <p className="fs-5">{message}</p>
      {/* A full page load, because the error may come from an outdated version of the client. */}
      <Link className="btn btn-primary" to={pages.home} reloadDocument={status !== 404}>
        Back to the Homepage
      </Link>
      {status === 404 ? (
        <p className="mt-4">
          Or browse <Link to={pages.allClasses}>all classes</Link> and{" "}
          <Link to={pages.allInstructors}>meet our instructors</Link>.
        </p>
      ) : null}
    </div>
  );
}
