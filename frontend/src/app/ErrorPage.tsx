import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { ErrorMessage, NOT_FOUND } from "../shared/ErrorMessage";

/** Shows a route error. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error))
    return <ErrorMessage status={error.status} message={error.statusText || NOT_FOUND} />;
  return <ErrorMessage status={500} message={BROKEN} />;
}

const BROKEN = "This page could not be shown. Reload it; if that does not help, please write to us.";
