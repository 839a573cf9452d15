import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { FullPageError, NOT_FOUND } from "../shared/screens/FullPageError";

/** Shows a route error. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error))
    return <FullPageError status={error.status} message={error.statusText || NOT_FOUND} />;
  return <FullPageError status={500} message={BROKEN} />;
}

const BROKEN =
  "Something went wrong on this page. Try reloading it. If that doesn't help, please write to us.";
