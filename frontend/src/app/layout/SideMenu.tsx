import { Link, useLocation } from "react-router-dom";
import type { Role } from "../../accounts/api";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { useNeeds } from "../../office/needs/api";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { Icon, type IconName } from "./Icon";
import { PUBLIC_LINKS } from "./publicLinks";

type Links = readonly (readonly [to: string, text: string, icon: IconName])[];

const PROFILE: Links[number] = [pages.profile, "My Profile", "person"];

const ROLE_LINKS: Record<Role, Links> = {
  admin: [
    [pages.today, "Today", "clipboard"],
    [pages.manageClasses, "Manage Classes", "pot"],
    [pages.allUsers, "Manage Users", "people"],
    [pages.money, "Money", "receipt"],
    [pages.settings, "Settings", "gear"],
  ],
  instructor: [
    [pages.today, "Today", "clipboard"],
    [pages.myClasses, "My Classes", "pot"],
    [pages.addClass, "Add a Class", "plus"],
  ],
  student: [
    [pages.mySelectedClasses, "My Selected Classes", "bookmark"],
    [pages.myEnrolledClasses, "My Enrolled Classes", "check"],
    [pages.myPaymentHistory, "My Payment History", "receipt"],
    [pages.myChildren, "My Children", "people"],
  ],
};

/** Pages without a menu item, and the item that they belong to, if the user's role has that item. */
const PARENTS: readonly (readonly [page: string, item: string])[] = [
  [pages.payment(""), pages.mySelectedClasses],
  [pages.checkout, pages.mySelectedClasses],
  [pages.updateClass(""), pages.myClasses],
  [pages.staffClass(""), pages.myClasses],
  // For admins.
  [pages.updateClass(""), pages.manageClasses],
  [pages.staffClass(""), pages.manageClasses],
  [pages.addClass, pages.manageClasses],
  // The paperwork of a season.
  ["/dashboard/seasons/", pages.manageClasses],
  [pages.family(""), pages.allUsers],
];

/** The dashboard navigation for the role of the current user. The office opens its own profile by the picture in the bar. */
export function SideMenu() {
  const state = useSessionState();
  if (state.status !== "in") return null;
  return (
    <nav aria-label="Dashboard">
      <MenuLinks
        links={[
          [pages.dashboard, "Dashboard", "calendar"],
          ...ROLE_LINKS[state.role].filter(([to]) => config.care || to !== pages.today),
          ...(state.role === "admin" ? [] : [PROFILE]),
        ]}
      />
      <hr />
      <MenuLinks links={PUBLIC_LINKS} />
    </nav>
  );
}

/** How many kinds of work wait for the office. */
function NeedsCount() {
  const state = useSessionState();
  const isOffice = state.status === "in" && state.role === "admin";
  const { data } = useNeeds({ enabled: isOffice });
  return data?.length ? (
    <span className="badge text-bg-warning ms-auto">
      {data.length}
      <span className="visually-hidden"> {data.length === 1 ? "thing needs" : "things need"} you</span>
    </span>
  ) : null;
}

function MenuLinks({ links }: { links: Links }) {
  const { pathname } = useLocation();
  const isParent = ([page, item]: (typeof PARENTS)[number]) =>
    pathname.startsWith(page) && links.some(([to]) => to === item);
  const item = PARENTS.find(isParent)?.[1] ?? pathname;
  return (
    <ul className="nav flex-column">
      {links.map(([to, text, icon]) => {
        const active = item === to || (to !== pages.dashboard && item.startsWith(`${to}/`));
        return (
          <li className="nav-item" key={to}>
            <Link
              className={`nav-link ${active ? "active" : ""}`}
              aria-current={active ? "page" : undefined}
              to={to}
            >
              <Icon name={icon} />
              {text}
              {to === pages.dashboard ? <NeedsCount /> : null}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
