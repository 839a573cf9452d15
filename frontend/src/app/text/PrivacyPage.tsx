import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

/** What the site knows of somebody, and who else does. */
export default function PrivacyPage() {
  const { email } = config.contact;
  return (
    <TextPage title="Privacy Policy">
      <p className="lead">We keep what a school needs to keep a seat for you, and nothing to sell.</p>
      <h2>What we keep</h2>
      <ul>
        <li>Your name, the address of your photo, your e-mail address, and whether you have verified it.</li>
        <li>Which classes you have selected, in which you have a seat, and when you took it.</li>
        <li>
          Your payments: amount, day, class, and the card provider's number for it. Card numbers never reach
          us.
        </li>
        <li>
          For instructors: the classes they offer, with their pictures. Where a photo was taken is removed.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        Your instructor sees your name and e-mail address once you have a seat, to write to you about the
        class. Our office sees what it needs to help you. The names, photos and e-mail addresses of
        instructors are public.
      </p>
      <h2>Who works for us</h2>
      <ul>
        <li>
          <strong>Firebase Authentication</strong> (Google) checks passwords and Google sign-ins, and sends
          the mails that verify an address or reset a password. We never see your password.
        </li>
        <li>
          <strong>Stripe</strong> takes card payments and makes refunds. It gets your name and e-mail address
          with the payment.
        </li>
      </ul>
      <p>
        Photos and class pictures may lie on other sites; your browser fetches them there without saying on
        which page of ours you are.
      </p>
      <h2>How long</h2>
      <p>
        Your account and selections, until you ask us to delete them. Payments, for as long as the law wants
        us to keep accounts.
      </p>
      <h2>What you can do</h2>
      <p>
        Change your name and photo in <Link to={pages.profile}>your profile</Link>. To have all that we know
        of you, or to have it deleted, write to <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>
        What is stored in your browser is told in the <Link to={pages.cookies}>cookie policy</Link>.
      </p>
    </TextPage>
  );
}
