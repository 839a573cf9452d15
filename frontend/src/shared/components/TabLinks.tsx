import type { ReactNode } from "react";
import { Link } from "react-router-dom";

interface TabLinksProps {
  /** The accessible name of the links. */
  label: string;
  /** The address and the name of each tab. */
  tabs: readonly (readonly [to: string, name: ReactNode])[];
  /** The address of the tab that is shown. */
  current: string;
  /** Leaves the page where it is scrolled to, and Back leads to the page before it. */
  inPlace?: boolean;
}

/** Links to the parts of a page, each at an address of its own. */
export function TabLinks({ label, tabs, current, inPlace }: TabLinksProps) {
  return (
    <nav aria-label={label} className="no-print">
      <ul className="nav nav-pills gap-2">
        {tabs.map(([to, name]) => (
          <li className="nav-item" key={to}>
            <Link
              className={`nav-link ${to === current ? "active" : ""}`}
              aria-current={to === current ? "page" : undefined}
              to={to}
              preventScrollReset={inPlace}
              replace={inPlace}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
