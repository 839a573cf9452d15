import type { ReactNode } from "react";
import { Link } from "react-router-dom";

/** Makes a picture a link for the mouse. Keyboard and screen reader use the link in the heading beside it. */
export function PictureLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <Link to={to} tabIndex={-1} aria-hidden="true" className="d-block text-reset text-decoration-none">
      {children}
    </Link>
  );
}
