import { type ReactNode, useState } from "react";
import Button from "react-bootstrap/Button";
import { boolean, object, string } from "yup";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { Dialog } from "../../shared/components/Dialog";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { useToast } from "../../shared/components/Toasts";
import { config } from "../../shared/config";
import { CheckField } from "../../shared/forms/CheckField";
import { DialogForm } from "../../shared/forms/DialogForm";
import { Field } from "../../shared/forms/Field";
import { path } from "../../shared/paths";
import { useSessionState } from "../session/SessionProvider";
import { EmailVerification } from "../verification/EmailVerification";
import { endGuardianship, type Guardian, type SeenChild } from "./api";

interface GuardiansProps {
  child: SeenChild;
}

/** Who else sees a child of the user's own account, and what. */
export function Guardians({ child }: GuardiansProps) {
  return <GuardianList child={child} refresh={useInvalidateAfter("changeChildren")} />;
}

interface GuardianListProps<G extends Guardian> {
  child: SeenChild<G>;
  refresh: () => Promise<void>;
  /** For the office, which also ends what the school has stopped: a note, and a button. */
  office?: (guardian: G) => ReactNode;
}

/** Who else sees a child's classes and what, with a button to invite somebody. */
export function GuardianList<G extends Guardian>({ child, refresh, office }: GuardianListProps<G>) {
  const [invited, setInvited] = useState<Invitation | null>(null);
  const [ended, setEnded] = useState<Guardian | null>(null);
  return (
    <div className="w-100">
      {child.guardians.length > 0 ? (
        <>
          <p className="mb-1">Also sees {child.name}'s classes:</p>
          <ul className="list-unstyled mb-2">
            {child.guardians.map((guardian) => (
              <li key={guardian._id} className="d-flex flex-wrap align-items-center gap-2 py-1">
                <span className="me-auto text-break">{guardianText(guardian)}</span>
                {office?.(guardian)}
                {guardian.acceptedAt === null && !guardian.frozen ? (
                  <Button
                    className="no-print"
                    size="sm"
                    variant="outline-secondary"
                    onClick={() => setInvited(guardian)}
                  >
                    {guardian.expiresAt === null ? "Invite" : "Invite again"}
                    <span className="visually-hidden"> for {guardian.email}</span>
                  </Button>
                ) : null}
                {guardian.frozen && !office ? null : (
                  <Button
                    className="no-print"
                    size="sm"
                    variant="outline-danger"
                    onClick={() => setEnded(guardian)}
                  >
                    {guardian.acceptedAt === null ? "Withdraw" : "End"}
                    <span className="visually-hidden"> for {guardian.name || guardian.email}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Button className="no-print" size="sm" variant="outline-secondary" onClick={() => setInvited(NOBODY)}>
        Share with another adult<span className="visually-hidden"> for {child.name}</span>
      </Button>
      <InviteDialog child={child} invited={invited} close={() => setInvited(null)} refresh={refresh} />
      <RemovalDialog
        item={ended}
        title="Stop sharing?"
        text={({ name, email }) =>
          `${name || email} won't see ${child.name}'s classes anymore, and gets no more emails.`
        }
        confirm="Stop sharing"
        remove={({ _id }) => endGuardianship(child._id, _id)}
        refresh={refresh}
        removed={({ name, email }) => `${name || email} doesn't see ${child.name}'s classes anymore.`}
        close={() => setEnded(null)}
        onRemoved={() => {}}
      />
    </div>
  );
}

/** `Dad (dad@home.example): classes and paperwork`. */
function guardianText({ name, email, care, acceptedAt, expiresAt, frozen }: Guardian): string {
  const what = care ? "classes and paperwork" : "classes";
  const who = name ? `${name} (${email})` : email;
  if (frozen) return `${who}: stopped by the school`;
  if (acceptedAt !== null) return `${who}: ${what}`;
  if (expiresAt === null) return `${who}: not invited yet`;
  if (Date.parse(expiresAt) <= Date.now()) return `${who}: the invitation has expired`;
  return `${who}: invited, ${what}`;
}

type Invitation = Pick<Guardian, "email" | "care">;

const NOBODY: Invitation = { email: "", care: false };

interface InviteDialogProps extends GuardiansProps {
  /** With what the form begins; null: closed. */
  invited: Invitation | null;
  close: () => void;
  refresh: () => Promise<void>;
}

const schema = object({
  email: string().trim().required("Please enter the email address."),
  care: boolean().required(),
});

/** Asks for the address to invite. */
function InviteDialog({ child, invited, close, refresh }: InviteDialogProps) {
  const state = useSessionState();
  const isVerified = state.status === "in" && state.user.emailVerified;
  const toast = useToast();
  return (
    <Dialog title={`Share ${child.name}'s classes`} open={invited !== null} close={close} hasInput>
      {isVerified ? (
        <DialogForm
          initial={{ email: invited?.email ?? "", care: invited?.care ?? false }}
          schema={schema}
          confirm="Send the invitation"
          submit={async ({ email, care }) => {
            const to = path("/children/{id}/guardians", child._id);
            await request(to, { method: "POST", body: { email, care } });
            toast(`We've sent an invitation to ${email}.`);
            await refresh();
            close();
          }}
        >
          <p>
            The person you invite sees when and where {child.name} has classes, gets our messages, and can
            tell us that {child.name} can't come. They see no prices and no address, and can't book or cancel.
            To pick {child.name} up, they must be on the list of contacts too.
          </p>
          <Field name="email" label="Email" type="email" />
          {config.care ? (
            <CheckField
              name="care"
              label="They may see and complete the paperwork"
              hint="Health, contacts and agreements. Who must not pick up is shown only to the person who wrote it, and to the school."
            />
          ) : null}
        </DialogForm>
      ) : (
        <EmailVerification>
          <p>Please verify your own email address first.</p>
        </EmailVerification>
      )}
    </Dialog>
  );
}
