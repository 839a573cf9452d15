import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";

/** The mark and the name of the site, with a link to the home page. */
export function Brand() {
  return (
    <Link className="navbar-brand" to={pages.home}>
      <BrandMark /> <span className="brand-name">{config.siteName}</span>
    </Link>
  );
}

/** The same picture as static/favicon.svg, inline to save a request. */
function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#a8442a" />
      <path
        d="M10.500 7.500h11l-1.300 3.900c3 1.700 4.900 4.500 4.900 7.400 0 4.500-3.900 7-9.100 7s-9.100-2.500-9.100-7c0-2.900 1.900-5.700 4.900-7.400z"
        fill="#fbf6ec"
      />
      <g fill="none" stroke="#e0a526" strokeLinecap="round">
        <path d="M7.200 17.700c2.900 2.200 5.900-2 8.800 0s5.900 2.200 8.800 0" strokeWidth="2.400" />
        <path d="M16 2.600v2.500M11.300 3.400l.9 2M20.700 3.400l-.9 2" strokeWidth="1.600" />
      </g>
    </svg>
  );
}
