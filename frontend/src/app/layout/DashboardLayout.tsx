import { useEffect, useState } from "react";
import Button from "react-bootstrap/Button";
import Offcanvas from "react-bootstrap/Offcanvas";
import { Outlet, useLocation } from "react-router-dom";
import { ProfileLink } from "../../accounts/profile/ProfileLink";
import { RefusedEmailNotice } from "../../accounts/profile/RefusedEmailNotice";
import { LogOutButton } from "../../accounts/session/LogOutButton";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { RecentMessages } from "../../shared/components/Toasts";
import { LeaveQuestion } from "../../shared/forms/LeaveQuestion";
import { Basket } from "./Basket";
import { Brand } from "./Brand";
import { SideMenu } from "./SideMenu";
import { SkipLink } from "./SkipLink";
import { ThemeToggle } from "./ThemeToggle";

/** The dashboard layout. The side menu is always visible on large screens, and opens with a button on smaller ones. */
export function DashboardLayout() {
  const state = useSessionState();
  return (
    <div className="page">
      <SkipLink />
      <LeaveQuestion />
      <header className="site-bar py-2 no-print">
        <div className="container-fluid dashboard-bar d-flex flex-wrap align-items-center gap-2">
          <Brand className="me-auto" />
          <MenuButton />
          <div className="d-none d-sm-flex align-items-center gap-2">
            <UserControls />
          </div>
        </div>
      </header>
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
            <RecentMessages />
          </footer>
        </div>
      </div>
    </div>
  );
}

/** Shown in the bar, or on a phone at the bottom of the menu. */
function UserControls() {
  const state = useSessionState();
  return (
    <>
      <Basket />
      <ThemeToggle />
      {state.status === "in" ? <ProfileLink user={state.user} /> : null}
      <LogOutButton />
    </>
  );
}

function MenuButton() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes after a navigation
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <Button
        variant="outline-primary"
        className="menu-button d-lg-none"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        Open Dashboard Menu
      </Button>
      <Offcanvas
        show={open}
        onHide={() => setOpen(false)}
        aria-labelledby="dashboard-menu-title"
        className="side-menu"
      >
        <Offcanvas.Header closeButton>
          <Offcanvas.Title id="dashboard-menu-title">Dashboard Menu</Offcanvas.Title>
        </Offcanvas.Header>
        <Offcanvas.Body className="d-flex flex-column">
          <SideMenu />
          <div className="d-flex d-sm-none align-items-center gap-2 mt-auto pt-4">
            <UserControls />
          </div>
        </Offcanvas.Body>
      </Offcanvas>
    </>
  );
}
