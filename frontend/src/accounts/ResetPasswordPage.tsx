import { Link, useSearchParams } from "react-router-dom";
import { pages } from "../shared/paths";
import { ApplyMailCode } from "./ApplyMailCode";
import { AskForPasswordMail } from "./AskForPasswordMail";
import { Entrance } from "./Entrance";
import { SetPassword } from "./SetPassword";

/**
 * Where the links of the identity provider's mails lead. The provider knows one address for all of them and says in
 * `mode` what a link is for, so this page sets a new password, proves an e-mail address and takes back the change of one.
 * Without a code it is where somebody asks for the mail.
 */
export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const code = params.get("oobCode") ?? "";
  const mode = params.get("mode") ?? "resetPassword";
  if (code === "") return <AskForPasswordMail />;
  if (mode === "resetPassword") return <SetPassword key={code} code={code} />;
  if (mode === "verifyEmail" || mode === "recoverEmail") {
    return <ApplyMailCode key={code} code={code} mode={mode} />;
  }
  return (
    <Entrance title="Unknown link">
      <p>This link is not one that we know. Copy it from the mail once more, whole.</p>
      <Link to={pages.contact}>Contact us</Link>
    </Entrance>
  );
}
