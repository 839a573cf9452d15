import { useState } from "react";
import { errorMessage } from "../../shared/api/errors";
import { usePreview } from "../../shared/api/preview";
import { request } from "../../shared/api/request";
import type { ResponseBody } from "../../shared/api/types";
import { BusyButton } from "../../shared/components/BusyButton";
import { Dialog, DialogButtons, useDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { Unreached } from "../../shared/components/Unreached";
import { Check } from "../../shared/forms/Check";
import { useAction } from "../../shared/hooks/useAction";
import { counted } from "../../shared/intl";
import { path } from "../../shared/paths";
import { RowSkeletons } from "../../shared/screens/Skeletons";

const INVITE = path("/families/invite");

interface InviteFamiliesDialogProps {
  open: boolean;
  close: () => void;
}

/** The dialog in which an admin invites the families that have never logged in. */
export function InviteFamiliesDialog({ open, close }: InviteFamiliesDialogProps) {
  return (
    <Dialog title="Invite families" open={open} close={close}>
      <InviteFamilies />
    </Dialog>
  );
}

/** "712 families" */
const families = (count: number) => counted(count, "family", "families");

function InviteFamilies() {
  const [again, setAgain] = useState(false);
  const toast = useToast();
  const { close, whileBusy } = useDialog();
  const preview = usePreview("POST", INVITE, { all: true, again, dryRun: true }, { keepPreviousData: true });
  const { run, busy, error } = useAction(async () => {
    const { invited } = await request(INVITE, { method: "POST", body: { all: true, again, dryRun: false } });
    toast(`${families(invited)} will get an invitation.`);
    close();
  });
  const failure = error ?? preview.error ?? null;
  const invited = preview.data?.invited ?? 0;
  return (
    <>
      <p>
        Families who have never logged in get an email that says which children and contacts are in their
        account, and how to open it. Each family gets it once.
      </p>
      <Check
        className="mb-3"
        label="Also remind the families we've already invited"
        checked={again}
        onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
      />
      <div role="status">{preview.data ? <WhoGetsIt invitation={preview.data} /> : null}</div>
      {preview.data || failure ? null : <RowSkeletons count={2} />}
      <p role="alert" className="text-danger mb-0">
        {failure === null ? "" : errorMessage(failure)}
      </p>
      <DialogButtons>
        <BusyButton
          busy={busy}
          disabled={invited === 0 || preview.isLoading}
          onClick={() => void whileBusy(async () => void (await run()))}
        >
          Invite {invited > 0 ? families(invited) : "families"}
        </BusyButton>
      </DialogButtons>
    </>
  );
}

function WhoGetsIt({ invitation }: { invitation: ResponseBody<"POST", "/families/invite"> }) {
  const { invited, unreached } = invitation;
  return (
    <>
      <p>
        {invited > 0
          ? `${families(invited)} will get an email. Many emails take a while: they go out little by little.`
          : "There's nobody to email: every family has been invited or has logged in."}
      </p>
      <Unreached people={unreached.map((each) => ({ ...each, userId: each._id }))} />
    </>
  );
}
