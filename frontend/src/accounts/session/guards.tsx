import type { ComponentType, ReactNode } from "react";
import { Link, Navigate, useLocation } from "react-router-dom";
import { pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { Progress } from "../../shared/screens/Progress";
import type { Role } from "../api";
import { identityErrorMessage } from "../identityErrors";
import { useSession, useSessionState } from "./SessionProvider";

interface RequireLoginProps {
  /** What is around the progress bar while it is not known whether a user is logged in. */
  Frame?: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
}

/** Renders its children for a logged-in user; redirects a visitor to /login, which leads back here. */
export function RequireLogin({ Frame = Main, children }: RequireLoginProps) {
  const session = useSession();
  const state = useSessionState();
  const from = useLocation();
  if (state.status === "loading")
    return (
      <Frame>
        <CheckingLogin />
      </Frame>
    );
  if (state.status === "unreachable") {
    return (
      <main className="container py-5">
        <PageHeading className="mb-4">We can't reach your account right now</PageHeading>
        <ErrorState
          error={state.error}
          text={identityErrorMessage(state.error) ?? undefined}
          retry={() => session.start()}
        />
        <Link to={pages.home}>Back to the Homepage</Link>
      </main>
    );
  }
  if (state.status === "in") return children;
  if (state.reason === "deleted") return <Navigate to={pages.home} replace />;
  // After a deliberate logout, the next login does not lead back here.
  const loginState = state.reason === "loggedOut" ? null : { from };
  return <Navigate to={pages.logIn} state={loginState} replace />;
}

function Main({ children }: { children: ReactNode }) {
  return <main className="container py-5">{children}</main>;
}

function CheckingLogin() {
  return (
    <>
      <Progress label="Checking your login" />
      <p className="delayed text-body-secondary">Checking your login. This is taking longer than usual …</p>
    </>
  );
}

/** Inside RequireLogin: renders its children for these roles; redirects other users to the home page, which says why. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const state = useSessionState();
  if (state.status !== "in") return null;
  if (roles.includes(state.role)) return children;
  return <Navigate to={pages.home} state={{ onlyFor: roles }} replace />;
}
