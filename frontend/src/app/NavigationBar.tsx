import { useEffect, useState } from "react";
import Button from "react-bootstrap/Button";
import Navbar from "react-bootstrap/Navbar";
import { Link, NavLink, useLocation } from "react-router-dom";
import type { Role } from "../accounts/api";
import { FIRST_PAGE } from "../accounts/guards";
import { LogOutButton } from "../accounts/LogOutButton";
import { ProfileLink } from "../accounts/ProfileLink";
import { useSession, useSessionState } from "../accounts/SessionProvider";
import type { Person } from "../accounts/session";
import { config } from "../shared/config";
import { Progress } from "../shared/Progress";
import { pages } from "../shared/paths";
import { ThemeToggle } from "./ThemeToggle";

const LINKS = [
  [pages.home, "Home"],
  [pages.allInstructors, "All Instructors"],
  [pages.allClasses, "All Classes"],
] as const;

const DASHBOARD: Record<Role, string> = {
  admin: "Admin Dashboard",
  instructor: "Instructor Dashboard",
  student: "Student Dashboard",
};

/** The bar on top of every public page. */
export function NavigationBar() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page under it changes
  useEffect(() => setOpen(false), [pathname]);
  return (
    <Navbar
      expand="lg"
      className="site-bar"
      expanded={open}
      onToggle={setOpen}
      aria-label="Main"
      sticky="top"
    >
      <div className="container">
        <Link className="navbar-brand" to={pages.home}>
          {config.siteName}
        </Link>
        <Navbar.Toggle aria-controls="main-menu" label="Menu" />
        <Navbar.Collapse id="main-menu">
          <ul className="navbar-nav me-auto">
            {LINKS.map(([to, text]) => (
              <li className="nav-item" key={to}>
                <NavLink className="nav-link" to={to} end>
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="d-flex flex-wrap align-items-center gap-2 py-2 py-lg-0">
            <ThemeToggle />
            <Who />
          </div>
        </Navbar.Collapse>
      </div>
    </Navbar>
  );
}

function Who() {
  const state = useSessionState();
  if (state.status === "loading") return <Progress label="Finding out who you are" />;
  if (state.status === "unreachable") return <AskAgain />;
  if (state.status === "in") return <LoggedIn person={state.person} role={state.role} />;
  return (
    <Link className="btn btn-primary" to={pages.logIn}>
      Log In
    </Link>
  );
}

/** Somebody was logged in here, but the server could not be asked. */
function AskAgain() {
  const session = useSession();
  return (
    <Button variant="outline-primary" onClick={() => void session.start()}>
      Connect again
    </Button>
  );
}

function LoggedIn({ person, role }: { person: Person; role: Role }) {
  return (
    <>
      <Link className="btn btn-primary" to={FIRST_PAGE[role]}>
        {DASHBOARD[role]}
      </Link>
      <ProfileLink person={person} />
      <LogOutButton />
    </>
  );
}
