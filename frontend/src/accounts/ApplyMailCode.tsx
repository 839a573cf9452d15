import { useState } from "react";
import { Link } from "react-router-dom";
import { BusyButton } from "../shared/BusyButton";
import { pages } from "../shared/paths";
import { Entrance } from "./Entrance";
import { loadProvider } from "./identity";
import { explainIdentity } from "./providerErrors";
import { useSession, useSessionState } from "./SessionProvider";

const TEXTS = {
  verifyEmail: {
    title: "Verify Your E-mail",
    ask: "Press the button, and we know that this e-mail address is yours.",
    button: "Verify my e-mail",
    done: "Your e-mail address is verified. Thank you!",
  },
  recoverEmail: {
    title: "Restore Your E-mail",
    ask: "Press the button, and your account has its former e-mail address again.",
    button: "Restore my e-mail",
    done: "Your account has its former e-mail address again. Set a new password, in case somebody else knows the old one.",
  },
};

/**
 * Does what a mail's code stands for. It waits for a button: mail programs open links by themselves to look at them,
 * and would use the code up.
 */
export function ApplyMailCode({ code, mode }: { code: string; mode: keyof typeof TEXTS }) {
  const { apply, busy, done, trouble } = useMailCode(code);
  const { title, ask, button, done: thanks } = TEXTS[mode];
  return (
    <Entrance title={title}>
      {done ? null : (
        <>
          <p>{ask}</p>
          <BusyButton busy={busy} onClick={apply}>
            {button}
          </BusyButton>
        </>
      )}
      <div role="status">{done ? <Done text={thanks} mode={mode} /> : null}</div>
      <div role="alert">{trouble ? <p className="alert alert-danger mt-3 mb-0">{trouble}</p> : null}</div>
    </Entrance>
  );
}

function Done({ text, mode }: { text: string; mode: keyof typeof TEXTS }) {
  const state = useSessionState();
  return (
    <>
      <p className="alert alert-success">{text}</p>
      <Link className="btn btn-primary" to={nextPage(mode, state.status === "in")}>
        {mode === "recoverEmail" ? "Set a new password" : "Go on"}
      </Link>
    </>
  );
}

function nextPage(mode: keyof typeof TEXTS, loggedIn: boolean): string {
  if (mode === "recoverEmail") return pages.resetPassword;
  return loggedIn ? pages.profile : pages.logIn;
}

function useMailCode(code: string) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const apply = async () => {
    setBusy(true);
    setTrouble(null);
    try {
      const provider = await loadProvider();
      await provider.applyMailCode(code);
      setDone(true);
      // The address is proved in any case; a session that misses the news hears it with its next token.
      session.reread().catch(() => {});
    } catch (error) {
      setTrouble(explainIdentity(error));
    } finally {
      setBusy(false);
    }
  };
  return { apply: () => void apply(), busy, done, trouble };
}
