import { Link } from "react-router-dom";
import { ApiError } from "../shared/apiError";
import { pages } from "../shared/paths";
import { explainIdentity } from "./providerErrors";

const CLOSED = "Google's window was closed before it could answer. Nothing was deleted.";
const NO_ANSWER =
  "We got no answer, so your account may be deleted already. Check your connection, then reload this page: it shows whether you are still logged in.";

/** Where what stands against it can be put right. */
const WAYS_ON: Record<string, readonly [to: string, text: string]> = {
  still_enrolled: [pages.myEnrolledClasses, "My Enrolled Classes"],
  money_under_way: [pages.myPaymentHistory, "My Payment History"],
  has_classes: [pages.contact, "How to reach the office"],
  last_admin: [pages.allUsers, "Manage Users"],
};

/** Why an account was not deleted, and the way on. */
export function WhyNotDeleted({ error }: { error: unknown }) {
  const way = error instanceof ApiError ? WAYS_ON[error.code] : undefined;
  return (
    <>
      <p className={way ? undefined : "mb-0"}>{messageOf(error)}</p>
      {way ? <Link to={way[0]}>{way[1]}</Link> : null}
    </>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.code === "network") return NO_ANSWER;
  if (error instanceof ApiError && error.fields.idToken) return error.fields.idToken.join(" ");
  return explainIdentity(error) ?? CLOSED;
}
