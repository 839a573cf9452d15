import { Link } from "react-router-dom";

interface BackLinkProps {
  to: string;
  /** The page that it leads to. */
  children: string;
}

/** The link above a heading that leads to the page above this one. Not part of a printed page. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <p className="mb-2 no-print">
      <Link to={to}>Back to {children}</Link>
    </p>
  );
}
