import { type ReactNode, useState } from "react";
import { asApiError } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { identityErrorMessage } from "../identityErrors";
import { Reauthentication } from "../login/Reauthentication";
import { useSessionState } from "../session/SessionProvider";
import { openStaffPages, reopenStaffPages } from "./login";

interface StaffPagesProps {
  /** A page of the Django admin; by default the first. */
  to?: string;
  children?: ReactNode;
}

/** A button that opens the Django admin with the login of the site. It asks for the password if the login is not recent. */
export function StaffPages({ to, children = "Open staff pages" }: StaffPagesProps) {
  const session = useSessionState();
  const [asks, setAsks] = useState(false);
  const toast = useToast();
  const { run, busy } = useAction(
    () => openStaffPages(to),
    (error) => {
      if (asApiError(error)?.code === "log_in_again") setAsks(true);
      else toast(identityErrorMessage(error) ?? "", "error");
    },
  );
  if (session.status !== "in") return null;
  return (
    <>
      <BusyButton variant="outline-secondary" busy={busy} onClick={() => void run()}>
        {children}
      </BusyButton>
      <Dialog title="Is it you?" open={asks} close={() => setAsks(false)} hasInput>
        <p>The staff pages can change everything, so we ask again.</p>
        <Reauthentication
          user={session.user}
          run={(password) => reopenStaffPages(password, to)}
          confirm="Open staff pages"
          consequence="we'll open the staff pages"
          wrongPassword="That password isn't right."
          renderError={(error) =>
            identityErrorMessage(error) ?? "The Google window closed before you confirmed."
          }
        />
      </Dialog>
    </>
  );
}
