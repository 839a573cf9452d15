import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

const STORED = [
  ["theme", "Whether you prefer the light or dark theme.", "Until you clear it."],
  ["access-token", "Keeps you logged in to this site.", "Until you log out."],
  ["current-user", "Your name, photo, email address and role, so pages open faster.", "Until you log out."],
  ["Firebase entries", "Keep you logged in with Firebase, our login service.", "Until you log out."],
  ["closed-refusal", "That you closed our message about an undelivered email.", "Until you clear it."],
  ["chosen-class", "The class you chose before you logged in.", "Until you log in, for a day at most."],
  ["Drafts", "What you'd typed into a form when you were logged out.", "Until you close the tab."],
  [
    "Drafts of classes",
    "What an instructor types about a class, under their email address.",
    "Until it's sent or discarded, for 30 days at most.",
  ],
  ["Page state", "Scroll positions, and that a page reloaded after an update.", "Until you close the tab."],
] as const;

/** The cookie policy, with a list of what the site stores in the browser. */
export default function CookiesPage() {
  return (
    <TextPage title="Cookie Policy">
      <p className="lead">
        {config.siteName} doesn't use cookies for visitors and doesn't track you. That's why you don't see a
        cookie banner.
      </p>
      <h2>What we store in your browser</h2>
      <p>We use your browser's own storage, which only this site can read:</p>
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
        The payment page is the only page that loads Stripe's card form. Stripe may set its own cookies there
        to prevent fraud.
      </p>
      <h2>When you log in with Google</h2>
      <p>Google's window follows Google's own cookie policy.</p>
      <h2>For our staff</h2>
      <p>
        Staff who log in to our admin pages get a session cookie, which expires at the end of the workday.
      </p>
      {config.care ? (
        <p>
          So that it opens without a network, their page “Today” stores its own files, and, encrypted, the
          day's list: who is here, allergies and contacts. The list stays until midnight, and what hasn't been
          sent yet until it's sent. Logging out deletes both.
        </p>
      ) : null}
      <p>
        To see what we keep on our side, read our <Link to={pages.privacy}>privacy policy</Link>.
      </p>
    </TextPage>
  );
}
