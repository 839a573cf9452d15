import { Link } from "react-router-dom";
import { EmailLink } from "../../shared/components/EmailLink";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { RecentMessages } from "../../shared/components/Toasts";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { PUBLIC_LINKS } from "./publicLinks";

const SCHOOL = [
  [pages.about, "About us"],
  [pages.contact, "Contact"],
  [pages.terms, "Terms of use"],
  [pages.privacy, "Privacy policy"],
  [pages.cookies, "Cookie policy"],
] as const;

const SOCIAL = [
  [config.social.facebook, "Facebook"],
  [config.social.instagram, "Instagram"],
  [config.social.youtube, "YouTube"],
] as const;

/** The footer of every public page. */
export function Footer() {
  return (
    <footer className="site-foot mt-5 py-5">
      <div className="container">
        <div className="row g-4">
          <div className="col-lg-4">
            <p className="h4">{config.siteName}</p>
            <p>Providing practical training since 2003.</p>
            <Social />
          </div>
          <Links title="Explore" links={PUBLIC_LINKS} />
          <Links title="Our school" links={SCHOOL} />
          <Contact />
        </div>
        <hr />
        <p className="mb-2">
          © {new Date().getFullYear()} {config.siteName}. All rights reserved.
        </p>
        <RecentMessages />
      </div>
    </footer>
  );
}

function Links({
  title,
  links,
}: {
  title: string;
  links: readonly (readonly [to: string, text: string, ...unknown[]])[];
}) {
  return (
    <nav className="col-6 col-md-4 col-lg-2" aria-label={title}>
      <h2 className="h6">{title}</h2>
      <ul className="list-unstyled">
        {links.map(([to, text]) => (
          <li key={to} className="mb-1">
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contact() {
  const { email, phone, address } = config.contact;
  return (
    <div className="col-md-4">
      <h2 className="h6">Contact</h2>
      <address className="mb-0">
        <div>{address}</div>
        <div>
          <PhoneLink number={phone} />
        </div>
        <EmailLink address={email} />
      </address>
    </div>
  );
}

function Social() {
  return (
    <ul className="list-unstyled d-flex flex-wrap gap-3">
      {SOCIAL.filter(([url]) => url !== "").map(([url, name]) => (
        <li key={name}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {name}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
