import { useEffect, useState } from "react";
import Button from "react-bootstrap/Button";
import Offcanvas from "react-bootstrap/Offcanvas";
import { Link, Outlet, useLocation } from "react-router-dom";
import { LogOutButton } from "../accounts/LogOutButton";
import { ProfileLink } from "../accounts/ProfileLink";
import { useSessionState } from "../accounts/SessionProvider";
import { config } from "../shared/config";
import { pages } from "../shared/paths";
import { RecentMessages } from "../shared/Toasts";
import { SideMenu } from "./SideMenu";
import { SkipLink } from "./SkipLink";
import { ThemeToggle } from "./ThemeToggle";

/** The dashboard: a side menu from large up, behind a button below. */
export function DashboardLayout() {
  return (
    <div className="page">
      <SkipLink />
      <header className="site-bar py-2 no-print">
        <div className="container-fluid dashboard-bar d-flex flex-wrap align-items-center gap-2">
          <Link className="navbar-brand me-auto" to={pages.home}>
            {config.siteName}
          </Link>
          <MenuButton />
          <div className="d-none d-sm-flex align-items-center gap-2">
            <OwnControls />
          </div>
        </div>
      </header>
      <div className="dashboard">
        <div className="side-menu d-none d-lg-block">
          <SideMenu />
        </div>
        <main id="content" tabIndex={-1} className="flex-fill container-xl py-4">
          <Outlet />
        </main>
      </div>
      <footer className="container-fluid dashboard-foot py-2 no-print">
        <RecentMessages />
      </footer>
    </div>
  );
}

/** In the bar, or on a phone, where the bar has room for one button, at the foot of the menu. */
function OwnControls() {
  const state = useSessionState();
  return (
    <>
      <ThemeToggle />
      {state.status === "in" ? <ProfileLink person={state.person} /> : null}
      <LogOutButton />
    </>
  );
}

function MenuButton() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page under it changes
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
            <OwnControls />
          </div>
        </Offcanvas.Body>
      </Offcanvas>
    </>
  );
}
