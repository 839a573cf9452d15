import { Link } from "react-router-dom";
import { EmailLink } from "../../shared/components/EmailLink";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

export default function PrivacyPage() {
  return (
    <TextPage title="Privacy Policy">
      <p className="lead">We only keep what we need to run your classes, and we never sell it.</p>
      <h2>What we keep</h2>
      <ul>
        <li>Your name, a link to your photo, your email address, and whether you've verified it.</li>
        <li>If you add your children: their names and, if you tell us, their dates of birth.</li>
        {config.care ? <WhatWeKeepForCare /> : null}
        <li>
          The classes you've selected, the waitlists you've joined, the classes you have a seat in, and when
          you booked it.
        </li>
        <li>
          Your payments: the amount, date, class and Stripe's transaction ID. We never see your card number.
        </li>
        <li>
          For instructors: what they write about themselves, and their classes and pictures. We remove
          location data from photos.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        Once you have a seat, start to pay for one or join a waitlist, the instructor of that class sees your
        name and email address so they can write to you about the class. If it's your child's seat, they also
        see your child's name and age. Our staff see what they need to help you. Instructors' names, photos,
        bios and email addresses are public. Your calendar link is private: only the apps you share it with
        can use it, and you can replace it at any time.
      </p>
      {config.care ? (
        <p>
          What you tell us about your child's health, and who may pick up your child, is for our staff and for
          the instructor of a class your child has a seat in: from 14 days before the first lesson until one
          day after the last one. If somebody else teaches a lesson, they see what they need at the door, on
          that day only. We record who opens it, and you get that record with your data.
        </p>
      ) : null}
      <h2>Services we use</h2>
      <ul>
        <li>
          <strong>Firebase Authentication</strong> (Google) checks passwords and Google logins, and sends the
          emails to verify an address or reset a password. We never see your password.
        </li>
        <li>
          <strong>Stripe</strong> handles card payments and refunds. It receives your name and email address
          with each payment.
        </li>
      </ul>
      <p>
        Some photos and class pictures are stored on other sites. Your browser loads them without telling
        those sites which of our pages you're on.
      </p>
      <h2>How long we keep it</h2>
      <p>
        We keep your account and selected classes until you delete them. We keep payments and the seats they
        were for as long as the law requires. Once you delete your account, they no longer show your name. We
        delete backups after a few weeks.
      </p>
      {config.care ? (
        <p>
          We delete your child's care sheet {config.careKeepDays} days after the last class, unless you ask us
          to keep it for next season. You can change it at any time. The agreements you've signed stay, with
          the names on them, also after you've deleted your account: without them, we couldn't show what was
          agreed.
        </p>
      ) : null}
      <h2>What you can do</h2>
      <p>
        In <Link to={pages.profile}>your profile</Link>, you can change your name and photo. Under “Your data”
        there, you can download everything we keep about you in one file, or delete your account. You can
        change or delete your children's details under <Link to={pages.myChildren}>My Children</Link>.
      </p>
      <p>
        When you delete your account, we remove your name, photo, email address, children and selected classes
        right away, and your Firebase login within a day. This can't be undone. You can't delete your account
        while you have a seat in a class, teach a class, or have a payment or refund in progress. Stripe keeps
        its own payment records for as long as its rules require.
      </p>
      <p>
        Can't log in, or have a question? Write to us at <EmailLink address={config.contact.email} />.
      </p>
      <p>
        To see what we store in your browser, read our <Link to={pages.cookies}>cookie policy</Link>.
      </p>
    </TextPage>
  );
}

function WhatWeKeepForCare() {
  return (
    <>
      <li>
        What you tell us so that we can take care of your children: your phone number, emergency contacts, who
        may pick them up and who must not, and the agreements you've signed. If you show us a paper from your
        doctor, we keep that we've seen it, and no copy.
      </li>
      <li>
        If you fill in a care sheet: allergies, medication and the like. We store it encrypted, and our emails
        never contain it.
      </li>
      <li>
        When your child arrived at a lesson and left, and who picked them up. If you delete your child or your
        account, we remove the names.
      </li>
    </>
  );
}
