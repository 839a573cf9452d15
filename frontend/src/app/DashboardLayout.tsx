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
        <div className="container-fluid d-flex flex-wrap align-items-center gap-2">
          <Link className="navbar-brand me-auto" to={pages.home}>
            {config.siteName}
          </Link>
          <MenuButton />
          <ThemeToggle />
          <Profile />
          <LogOutButton />
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
      <footer className="container-fluid py-2 no-print">
        <RecentMessages />
      </footer>
    </div>
  );
}

function Profile() {
  const state = useSessionState();
  return state.status === "in" ? <ProfileLink person={state.person} /> : null;
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
        className="d-lg-none"
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
        <Offcanvas.Body>
          <SideMenu />
        </Offcanvas.Body>
      </Offcanvas>
    </>
  );
}
