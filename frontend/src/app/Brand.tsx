import { Link } from "react-router-dom";
import { config } from "../shared/config";
import { pages } from "../shared/paths";

/** The mark and the name of the site, with a link to the home page. */
export function Brand({ className = "" }: { className?: string }) {
  return (
    <Link className={`navbar-brand ${className}`} to={pages.home}>
      <img className="brand-mark" src="/static/favicon.svg" width={32} height={32} alt="" /> {config.siteName}
    </Link>
  );
}
