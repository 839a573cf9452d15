import { Link } from "react-router-dom";
import { asApiError } from "../../shared/api/errors";
import { Dialog } from "../../shared/components/Dialog";
import { pages } from "../../shared/paths";
import { identityErrorMessage } from "../identityErrors";
import { Reauthentication } from "../login/Reauthentication";
import { useSession } from "../session/SessionProvider";
import type { CurrentUser } from "../session/state";

interface DeleteAccountDialogProps {
  user: CurrentUser;
  open: boolean;
  close: () => void;
}

/** Explains the deletion of an account, and deletes it once the user has reauthenticated. */
export function DeleteAccountDialog({ user, open, close }: DeleteAccountDialogProps) {
  const session = useSession();
  return (
    <Dialog title="Delete your account?" open={open} close={close} hasInput>
      <DeletionConsequences />
      <Reauthentication
        user={user}
        run={(password) => session.deleteAccount(password)}
        confirm="Delete my account"
        variant="danger"
        consequence="we'll delete your account"
        wrongPassword="That password isn't right. Nothing was deleted."
        renderError={(error) => <DeleteAccountError error={error} />}
      />
    </Dialog>
  );
}

function DeletionConsequences() {
  return (
    <>
      <p>
        <strong>This can't be undone.</strong>
      </p>
      <h3 className="fs-6">What we delete</h3>
      <ul>
        <li>Your name, photo, email address and login.</li>
        <li>Your children's names and dates of birth.</li>
        <li>Your selected classes, and any seats we're holding for you.</li>
        <li>Any classes you've added that nobody ever enrolled in.</li>
      </ul>
      <h3 className="fs-6">What we keep</h3>
      <p>
        The payment records the law requires us to keep: amounts, dates and classes, but not your name or
        email address.
      </p>
    </>
  );
}

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
function DeleteAccountError({ error }: { error: unknown }) {
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
