import { Outlet } from "react-router-dom";
import { ProfileLink } from "../../accounts/profile/ProfileLink";
import { RefusedEmailNotice } from "../../accounts/profile/RefusedEmailNotice";
import { LogOutButton } from "../../accounts/session/LogOutButton";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { RecentMessages } from "../../shared/components/Toasts";
import { config } from "../../shared/config";
import { LeaveQuestion } from "../../shared/forms/LeaveQuestion";
import { HeaderBar } from "./HeaderBar";
import { SideMenu } from "./SideMenu";
import { SkipLink } from "./SkipLink";
import { ThemeToggle } from "./ThemeToggle";

/** The dashboard layout. The side menu is always visible on a large screen, and is in the menu of the bar on a smaller one. */
export function DashboardLayout() {
  const state = useSessionState();
  return (
    <div className="page">
      <SkipLink />
      <LeaveQuestion />
      <DashboardBar />
      <div className="dashboard">
        <div className="side-menu d-none d-lg-block">
          <SideMenu />
        </div>
        <div className="dashboard-body">
          {state.status === "in" ? <RefusedEmailNotice email={state.user.email} /> : null}
          <main id="content" tabIndex={-1} className="container-xl py-4">
            <Outlet />
          </main>
          <footer className="container-xl dashboard-foot no-print">
            {config.testMode && state.status === "in" && state.role === "admin" ? (
              <p>Test mode: no card is charged.</p>
            ) : null}
            <RecentMessages />
          </footer>
        </div>
      </div>
    </div>
  );
}

function DashboardBar() {
  const state = useSessionState();
  return (
    <HeaderBar
      as="header"
      className="navbar-expand-lg no-print"
      containerClassName="container-fluid dashboard-bar"
      button={{
        className: "btn btn-outline-primary menu-button d-lg-none",
        content: "Open Dashboard Menu",
      }}
    >
      {(isMenuOpen) => (
        <>
          {isMenuOpen ? (
            <div className="side-menu d-lg-none">
              <SideMenu />
            </div>
          ) : null}
          <div className="dashboard-user">
            <ThemeToggle />
            {state.status === "in" ? <ProfileLink user={state.user} /> : null}
            <LogOutButton />
          </div>
        </>
      )}
    </HeaderBar>
  );
}
