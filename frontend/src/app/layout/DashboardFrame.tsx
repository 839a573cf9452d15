import type { ReactNode } from "react";
import { useMatches } from "react-router-dom";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { Brand } from "./Brand";

/** What the server has rendered of a dashboard page, until the user is known: templates/first_screen.html. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const title = useMatches().at(-1)?.handle ?? "Not Found";
  return (
    <div className="page">
      <header className="site-bar navbar navbar-light sticky-top navbar-expand-lg no-print">
        <div className="container-fluid dashboard-bar">
          <Brand />
          <span className="btn btn-outline-primary menu-button d-lg-none invisible">Open Dashboard Menu</span>
        </div>
      </header>
      <div className="dashboard">
        <div className="side-menu d-none d-lg-block">
          <RowSkeletons />
        </div>
        <div className="dashboard-body">
          <main className="container-xl py-4">
            <h1>{String(title)}</h1>
            {children}
            <RowSkeletons />
          </main>
        </div>
      </div>
    </div>
  );
}
