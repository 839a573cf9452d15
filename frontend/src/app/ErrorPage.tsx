import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { ErrorMessage, NOT_FOUND } from "../shared/ErrorMessage";

/** Shows a route error. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error))
    return <ErrorMessage status={error.status} message={error.statusText || NOT_FOUND} />;
  return <ErrorMessage status={500} message={BROKEN} />;
}

const BROKEN =
  "Something went wrong on this page. Try reloading it. If that doesn't help, please write to us.";
