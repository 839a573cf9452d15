import Button from "react-bootstrap/Button";
import { Link, NavLink } from "react-router-dom";
import type { Role } from "../../accounts/api";
import { ProfileLink } from "../../accounts/profile/ProfileLink";
import { LogOutButton } from "../../accounts/session/LogOutButton";
import { useSession, useSessionState } from "../../accounts/session/SessionProvider";
import type { CurrentUser } from "../../accounts/session/state";
import { pages } from "../../shared/paths";
import { Progress } from "../../shared/screens/Progress";
import { HeaderBar } from "./HeaderBar";
import { PUBLIC_LINKS } from "./publicLinks";
import { ThemeToggle } from "./ThemeToggle";

/** The button that leads to the dashboard. */
const DASHBOARD_BUTTON: Record<Role, { to: string; text: string }> = {
  admin: { to: pages.allUsers, text: "Admin Dashboard" },
  instructor: { to: pages.myClasses, text: "Instructor Dashboard" },
  student: { to: pages.mySelectedClasses, text: "Student Dashboard" },
};

/** The navigation bar of every public page. */
export function NavigationBar() {
  return (
    <HeaderBar
      as="nav"
      label="Main"
      className="navbar-expand-md"
      containerClassName="container"
      button={{
        className: "navbar-toggler",
        label: "Menu",
        content: <span className="navbar-toggler-icon" />,
      }}
    >
      {() => (
        <>
          <ul className="navbar-nav me-auto">
            {PUBLIC_LINKS.map(([to, text]) => (
              <li className="nav-item" key={to}>
                <NavLink className="nav-link" to={to} end>
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="d-flex flex-wrap align-items-center gap-2 py-2 py-md-0">
            <ThemeToggle />
            <SessionMenu />
          </div>
        </>
      )}
    </HeaderBar>
  );
}

function SessionMenu() {
  const state = useSessionState();
  if (state.status === "loading") return <Progress label="Checking your login" />;
  if (state.status === "unreachable") return <ReconnectButton />;
  if (state.status === "in") return <LoggedIn user={state.user} role={state.role} />;
  return (
    <Link className="btn btn-primary" to={pages.logIn}>
      Log In
    </Link>
  );
}

/** Shown if the stored session could not be restored because the server was unreachable. */
function ReconnectButton() {
  const session = useSession();
  return (
    <Button variant="outline-primary" onClick={() => void session.start()}>
      Reconnect
    </Button>
  );
}

function LoggedIn({ user, role }: { user: CurrentUser; role: Role }) {
  const { to, text } = DASHBOARD_BUTTON[role];
  return (
    <>
      <Link className="btn btn-primary" to={to}>
        {text}
      </Link>
      <ProfileLink user={user} />
      <LogOutButton />
    </>
  );
}
