import { NavLink } from "react-router-dom";
import type { Role } from "../accounts/api";
import { useSessionState } from "../accounts/SessionProvider";
import { pages } from "../shared/paths";

type Links = readonly (readonly [to: string, text: string])[];

const OF_ROLE: Record<Role, Links> = {
  admin: [
    [pages.overview, "Overview"],
    [pages.allUsers, "Manage Users"],
    [pages.manageClasses, "Manage Classes"],
  ],
  instructor: [
    [pages.myClasses, "My Classes"],
    [pages.addClass, "Add a Class"],
  ],
  student: [
    [pages.mySelectedClasses, "My Selected Classes"],
    [pages.myEnrolledClasses, "My Enrolled Classes"],
    [pages.myPaymentHistory, "My Payment History"],
  ],
};

const COMMON: Links = [
  [pages.home, "Home"],
  [pages.allInstructors, "All Instructors"],
  [pages.allClasses, "All Classes"],
];

/** Where somebody of this role can go. */
export function SideMenu() {
  const state = useSessionState();
  if (state.status !== "in") return null;
  return (
    <nav aria-label="Dashboard">
      <MenuLinks links={OF_ROLE[state.role]} />
      <hr />
      <MenuLinks links={COMMON} />
    </nav>
  );
}

function MenuLinks({ links }: { links: Links }) {
  return (
    <ul className="nav flex-column">
      {links.map(([to, text]) => (
        <li className="nav-item" key={to}>
          <NavLink className="nav-link" to={to} end={to === pages.home}>
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
