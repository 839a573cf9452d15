import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { PageHeading } from "../shared/Page";
import { Progress } from "../shared/Progress";
import { useSessionState } from "./SessionProvider";
import { useArrival } from "./wayBack";

/** The sheet of paper on which somebody logs in or registers. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="container py-5">
      <div className="entrance">
        <PageHeading>{title}</PageHeading>
        {children}
      </div>
    </div>
  );
}

/** For who is not logged in; leads anyone else back to where they came from. */
export function OnlyLoggedOut({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const { back } = useArrival();
  if (state.status === "in") return <Navigate to={back.to} state={back.state} replace />;
  return (
    <>
      {state.status === "loading" ? <Progress label="Finding out who you are" /> : null}
      {children}
    </>
  );
}
