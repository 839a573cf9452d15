import { type ReactNode, useEffect } from "react";
import { Navigate } from "react-router-dom";
import { reloadAfterDeploy } from "../../shared/api/chunks";
import { PageHeading, usePageTitle } from "../../shared/screens/Page";
import { Progress } from "../../shared/screens/Progress";
import { loadIdentityProvider } from "../identity";
import { forgetPage, rememberChoice, useReturnTo } from "../session/returnTo";
import { useSessionState } from "../session/SessionProvider";
import type { LogoutReason } from "../session/state";

interface AuthCardProps {
  title: string;
  /** A sentence below the title. */
  lead?: string;
  children: ReactNode;
}

/** The card around the login, registration and password forms. */
export function AuthCard({ title, lead, children }: AuthCardProps) {
  usePageTitle(title);
  return (
    <div className="container py-5">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only prefetches when an input inside gets the focus */}
      <div className="auth-card mx-auto" onFocus={prefetchIdentityProvider}>
        <PageHeading className="mb-4">{title}</PageHeading>
        {lead ? <p>{lead}</p> : null}
        {children}
      </div>
    </div>
  );
}

const END_MESSAGES: Partial<Record<LogoutReason, string>> = {
  expired: "Your session has ended. Please log in again.",
  forbidden: "Your account isn't allowed to do that, so we've logged you out.",
};

/** Says that the server has ended the session. */
export function SessionEndNote() {
  const state = useSessionState();
  const message = state.status === "out" ? END_MESSAGES[state.reason] : undefined;
  return <div role="alert">{message ? <p className="alert alert-warning">{message}</p> : null}</div>;
}

/** Ignores a load failure, which is reported at submit. After a deployment the page reloads before the user types. */
function prefetchIdentityProvider(): void {
  loadIdentityProvider().catch(reloadAfterDeploy);
}

/** Shows its children to visitors; redirects a logged-in user to the page they came from. */
export function RequireLoggedOut({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const { state: pageState, returnTo } = useReturnTo();
  const isLoggedIn = state.status === "in";
  useEffect(() => (isLoggedIn ? forgetPage() : rememberChoice(pageState.from)), [isLoggedIn, pageState.from]);
  if (isLoggedIn) return <Navigate to={returnTo.to} state={returnTo.state} replace />;
  return (
    <>
      {state.status === "loading" ? <Progress label="Checking your login" /> : null}
      {children}
    </>
  );
}
