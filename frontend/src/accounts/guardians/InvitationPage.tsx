import Button from "react-bootstrap/Button";
import { Link, useNavigate, useParams } from "react-router-dom";
import { errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { useUserData } from "../../shared/api/resources";
import type { ResponseBody } from "../../shared/api/types";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { pages, path } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { AuthCard } from "../login/AuthCard";
import { RequireLogin } from "../session/guards";
import { useSessionState } from "../session/SessionProvider";
import { EmailVerification } from "../verification/EmailVerification";
import { endGuardianship } from "./api";

/** Where the link of an invitation to see a child's classes leads. */
export default function InvitationPage() {
  return (
    <RequireLogin>
      <Invitation />
    </RequireLogin>
  );
}

function Invitation() {
  const { token = "" } = useParams();
  const state = useSessionState();
  const isVerified = state.status === "in" && state.user.emailVerified;
  // The server refuses it before the address is verified.
  const to = isVerified ? path("/guardianships/{token}", token) : null;
  const { data, error, mutate } = useUserData(to, { shouldRetryOnError: false });
  return (
    <AuthCard title="Invitation">
      {isVerified ? null : (
        <EmailVerification>
          <p>Please verify your email address first. Then we can show you the invitation.</p>
        </EmailVerification>
      )}
      {isVerified && !data && !error ? <RowSkeletons count={2} /> : null}
      {error?.isTransient ? <ErrorState error={error} retry={() => mutate()} /> : null}
      {error && !error.isTransient ? <Refused message={errorMessage(error)} /> : null}
      {data ? <Offer invitation={data} token={token} /> : null}
    </AuthCard>
  );
}

function Refused({ message }: { message: string }) {
  return (
    <>
      <p role="alert">{message}</p>
      <Link className="btn btn-primary" to={pages.dashboard}>
        Go to your dashboard
      </Link>
    </>
  );
}

interface OfferProps {
  invitation: ResponseBody<"GET", "/guardianships/{token}">;
  token: string;
}

function Offer({ invitation: { _id, childId, childName, invitedBy, care, acceptedAt }, token }: OfferProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const showError = (error: unknown) => toast(errorMessage(error), "error");
  const accept = useAction(async () => {
    await request(path("/guardianships/{token}", token), { method: "POST" });
    toast(`You'll hear when and where ${childName} has classes.`);
    await navigate(pages.dashboard);
  }, showError);
  const decline = useAction(async () => {
    await endGuardianship(childId, _id);
    toast("You've declined the invitation.");
    await navigate(pages.home);
  }, showError);
  if (acceptedAt !== null) return <Refused message={`You see ${childName}'s classes already.`} />;
  return (
    <>
      <p>
        {invitedBy || "The school"} invites you to follow <strong>{childName}</strong>'s classes.
      </p>
      <ul>
        <li>You see when and where the classes are, and what the school writes.</li>
        <li>You can tell the school if {childName} can't come.</li>
        {care ? <li>You can complete the paperwork: health, contacts and agreements.</li> : null}
        <li>You see no prices, and you pay nothing.</li>
      </ul>
      <div className="d-flex flex-wrap gap-2">
        <BusyButton busy={accept.busy} onClick={() => void accept.run()}>
          Accept
        </BusyButton>
        <Button variant="outline-secondary" disabled={decline.busy} onClick={() => void decline.run()}>
          No, thank you
        </Button>
      </div>
    </>
  );
}
