import { Link } from "react-router-dom";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { config } from "../../shared/config";
import { LEADS } from "../../shared/firstScreen";
import { pages } from "../../shared/paths";
import { HERO_2 } from "../sitePictures";
import { TextPage } from "./TextPage";

export default function ContactPage() {
  const { email, phone, address, hours, directions, map } = config.contact;
  return (
    <TextPage title="Contact">
      <p className="lead">{LEADS.contact}</p>
      <div className="contact-grid">
        <dl className="contact">
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
          {phone ? (
            <>
              <dt>Phone</dt>
              <dd>
                <PhoneLink number={phone} />
              </dd>
            </>
          ) : null}
          <dt>Opening hours</dt>
          <dd>{hours}</dd>
          {address ? (
            <>
              <dt>Address</dt>
              <dd>
                <address className="mb-0">{address}</address>
              </dd>
            </>
          ) : null}
        </dl>
        <img
          className="text-picture"
          src={HERO_2.narrow}
          width={800}
          height={450}
          alt="A shelf in our workshop: painted tins with herbs, under a string of flags."
        />
      </div>
      <h2>How to find us</h2>
      {directions ? <p>{directions}</p> : null}
      {map ? (
        <img
          className="text-picture"
          src={map}
          width={800}
          height={500}
          alt={`A hand-drawn map showing the way to ${address}. ${directions}`}
          loading="lazy"
        />
      ) : null}
      <h2>Questions about a class</h2>
      <p>
        It's best to ask the instructor. You'll find their email address under{" "}
        <Link to={pages.allInstructors}>All Instructors</Link>.
      </p>
      <h2>Questions about a payment</h2>
      <p>
        First, check <Link to={pages.myPaymentHistory}>My Payment History</Link> to see what you've paid and
        what has been refunded. If you write to us about a payment, please include its transaction ID, but
        never your card number.
      </p>
      <h2>Would you like to teach?</h2>
      <p>
        Register, verify your email address, then write and tell us what you make and what you'd like to
        teach. We'll then make you an instructor.
      </p>
    </TextPage>
  );
}
