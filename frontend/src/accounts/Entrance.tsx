import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { PageHeading } from "../shared/Page";
import { Progress } from "../shared/Progress";
import { reloadIfRenewed } from "../shared/parts";
import { loadProvider } from "./identity";
import { useSessionState } from "./SessionProvider";
import { useArrival } from "./wayBack";

/** The sheet of paper on which somebody logs in or registers. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="container py-5">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, only fetched for who begins to type */}
      <div className="entrance" onFocus={fetchProvider}>
        <PageHeading>{title}</PageHeading>
        {children}
      </div>
    </div>
  );
}

/** What does not come now is told when it is needed, unless the site was renewed: then before anything is typed. */
function fetchProvider(): void {
  loadProvider().catch(reloadIfRenewed);
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
