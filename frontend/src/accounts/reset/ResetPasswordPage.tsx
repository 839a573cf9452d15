import { Link, useSearchParams } from "react-router-dom";
import { pages } from "../../shared/paths";
import { AuthCard } from "../login/AuthCard";
import { ApplyEmailCode } from "./ApplyEmailCode";
import { RequestPasswordReset } from "./RequestPasswordReset";
import { SetPassword } from "./SetPassword";
import { VerifiedAddress } from "./VerifiedAddress";

/**
 * The target of all links in the identity provider's e-mails. The provider supports only one URL and tells the purpose
 * of a link in `mode`: reset a password, verify an e-mail address, or undo the change of one. Without a code, the page
 * requests a password reset e-mail. The mode `verified` is ours: the provider itself has applied the code.
 */
export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const code = params.get("oobCode") ?? "";
  const mode = params.get("mode") ?? "resetPassword";
  if (mode === "verified") return <VerifiedAddress />;
  if (code === "") return <RequestPasswordReset />;
  if (mode === "resetPassword") return <SetPassword key={code} code={code} />;
  if (mode === "verifyEmail" || mode === "recoverEmail") {
    return <ApplyEmailCode key={code} code={code} mode={mode} />;
  }
  return (
    <AuthCard title="This Link Doesn't Work">
      <p>Please copy the whole link from the email and try again.</p>
      <Link to={pages.contact}>Contact us</Link>
    </AuthCard>
  );
}
