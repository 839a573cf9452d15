import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

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
          For instructors: what they write about themselves, and the classes they offer, with their pictures.
          Where a photo was taken is removed.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        Your instructor sees your name and e-mail address once you have a seat, to write to you about the
        class. Our office sees what it needs to help you. The names, photos, texts and e-mail addresses of
        instructors are public. The address of your calendar is a secret between you and the apps that you
        give it to; you can replace it at any time.
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
        Your account and selections, until you delete them. Payments and the places that they were for, for as
        long as the law wants us to keep accounts; once you have deleted your account they no longer say whose
        they were. Backups of all this, for some weeks, then they are deleted.
      </p>
      <h2>What you can do</h2>
      <p>
        In <Link to={pages.profile}>your profile</Link>, under “Your data”, you can change your name and
        photo, download all that we keep about you as one file, and delete your account.
      </p>
      <p>
        Deleting takes away your name, photo and e-mail address, your selections, and, within a day, your
        log-in at Firebase. It cannot be undone. It waits for what others count on: a place that you have in a
        class, a class that you teach, a payment or refund that is under way. What Stripe knows of your
        payments stays with Stripe for as long as its own rules say.
      </p>
      <p>
        When you cannot log in, or have a question, write to <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>
        What is stored in your browser is told in the <Link to={pages.cookies}>cookie policy</Link>.
      </p>
    </TextPage>
  );
}
