import { Dialog } from "../../shared/components/Dialog";
import { Reauthentication } from "../login/Reauthentication";
import { useSession } from "../session/SessionProvider";
import type { CurrentUser } from "../session/state";
import { DeleteAccountError } from "./DeleteAccountError";

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
