import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

const STORED = [
  ["theme", "Whether you like it light or dark.", "Until you clear it."],
  ["access-token", "That you are logged in here.", "Until you log out."],
  ["Firebase's own entries", "That you are logged in with our identity provider.", "Until you log out."],
  ["Drafts", "What you had typed into a form when your session ended.", "Until you close the tab."],
] as const;

/** The cookie policy, with a list of what the site stores in the browser. */
export default function CookiesPage() {
  return (
    <TextPage title="Cookie Policy">
      <p className="lead">
        {config.siteName} sets no cookies for visitors, and follows nobody around. That is why no banner asks
        you.
      </p>
      <h2>What is stored in your browser</h2>
      <p>Not cookies, but the browser's own storage, which only this site can read:</p>
      <dl className="stored">
        {STORED.map(([name, what, howLong]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {what} {howLong}
            </dd>
          </div>
        ))}
      </dl>
      <h2>When you pay</h2>
      <p>
        The payment page, and no other, loads the card form of Stripe. Stripe may set cookies of its own
        there, to tell a customer from a thief.
      </p>
      <h2>When you log in with Google</h2>
      <p>Google's window is Google's: what it stores is told in Google's own policy.</p>
      <h2>Our office</h2>
      <p>Staff who log in to the administration get a session cookie, which ends with the working day.</p>
      <p>
        What we keep on our side is told in the <Link to={pages.privacy}>privacy policy</Link>.
      </p>
    </TextPage>
  );
}
