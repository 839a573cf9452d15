import { Link } from "react-router-dom";
import { asApiError } from "../../shared/api/errors";
import { pages } from "../../shared/paths";
import { identityErrorMessage } from "../identityErrors";

const POPUP_CLOSED = "The Google window closed before you confirmed. Nothing was deleted.";
const NO_RESPONSE =
  "We didn't get an answer, so your account may already be deleted. Check your connection and reload this page to see if you're still logged in.";

/** The page on which the user can resolve the problem, by error code. */
const NEXT_STEPS: Record<string, readonly [to: string, text: string] | undefined> = {
  still_enrolled: [pages.myEnrolledClasses, "My Enrolled Classes"],
  money_under_way: [pages.myPaymentHistory, "My Payment History"],
  has_classes: [pages.contact, "Contact us"],
  last_admin: [pages.allUsers, "Manage Users"],
};

/** Explains why an account was not deleted, and links to the next step. */
export function DeleteAccountError({ error }: { error: unknown }) {
  const next = NEXT_STEPS[asApiError(error)?.code ?? ""];
  return (
    <>
      <p className={next ? undefined : "mb-0"}>{messageOf(error)}</p>
      {next ? <Link to={next[0]}>{next[1]}</Link> : null}
    </>
  );
}

function messageOf(error: unknown): string {
  const apiError = asApiError(error);
  if (apiError?.code === "network") return NO_RESPONSE;
  if (apiError?.fields.idToken) return apiError.fields.idToken.join(" ");
  return identityErrorMessage(error) ?? POPUP_CLOSED;
}
