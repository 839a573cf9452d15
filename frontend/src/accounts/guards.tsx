import type { ReactNode } from "react";
import { Link, Navigate, useLocation } from "react-router-dom";
import { PageHeading } from "../shared/Page";
import { Progress } from "../shared/Progress";
import { pages } from "../shared/paths";
import { ErrorState } from "../shared/states";
import type { Role } from "./api";
import { explainIdentity } from "./providerErrors";
import { useSession, useSessionState } from "./SessionProvider";

/** Lets in who is logged in; sends anyone else to /login, which leads back here. */
export function RequireLogin({ children }: { children: ReactNode }) {
  const session = useSession();
  const state = useSessionState();
  const from = useLocation();
  if (state.status === "loading") return <Waiting />;
  if (state.status === "unreachable") {
    return (
      <main className="container py-5">
        <PageHeading className="mb-4">One moment, please</PageHeading>
        <ErrorState
          error={state.error}
          text={explainIdentity(state.error) ?? undefined}
          retry={() => session.start()}
        />
        <Link to={pages.home}>Back to the Homepage</Link>
      </main>
    );
  }
  if (state.status === "in") return children;
  if (state.because === "deleted") return <Navigate to={pages.home} replace />;
  // Who has logged out on purpose does not ask to come back.
  const back = state.because === "person" ? null : { from };
  return <Navigate to={pages.logIn} state={back} replace />;
}

function Waiting() {
  return (
    <main className="container py-5">
      <Progress label="Finding out who you are" />
      <p className="late text-body-secondary">We are finding out who you are. It takes longer than usual …</p>
    </main>
  );
}

/** Inside RequireLogin: lets in the one role, and sends anyone else to the home page. */
export function RequireRole({ role, children }: { role: Role; children: ReactNode }) {
  const state = useSessionState();
  if (state.status !== "in") return null;
  return state.role === role ? children : <Navigate to={pages.home} replace />;
}

/** The first dashboard page of each role. */
export const FIRST_PAGE: Record<Role, string> = {
  admin: pages.allUsers,
  instructor: pages.myClasses,
  student: pages.mySelectedClasses,
};

/** The dashboard itself: leads to the role's first page. */
export function FirstPage() {
  const state = useSessionState();
  return state.status === "in" ? <Navigate to={FIRST_PAGE[state.role]} replace /> : null;
}
