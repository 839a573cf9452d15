import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

export default function ContactPage() {
  const { email, phone, address, hours, directions, map } = config.contact;
  return (
    <TextPage title="Contact">
      <p className="lead">Write, call, or come by. We're happy to help.</p>
      <div className="contact-grid">
        <dl className="contact">
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
          <dt>Telephone</dt>
          <dd>
            <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
          </dd>
          <dt>Opening hours</dt>
          <dd>{hours}</dd>
          <dt>Address</dt>
          <dd>
            <address className="mb-0">{address}</address>
          </dd>
        </dl>
        <img
          className="text-picture"
          src="/static/pictures/hero-2-800.webp"
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
          alt={`A drawn map of the way to ${address}. ${directions}`}
          loading="lazy"
        />
      ) : null}
      <h2>About a class</h2>
      <p>
        The instructor knows best. The address stands on{" "}
        <Link to={pages.allInstructors}>All Instructors</Link>.
      </p>
      <h2>About a payment</h2>
      <p>
        Look at <Link to={pages.myPaymentHistory}>My Payment History</Link> first: it says what has been paid
        and what has been refunded. When you write to us about a payment, send its transaction id along, and
        never a card number.
      </p>
      <h2>Would you like to teach?</h2>
      <p>
        Register, verify your e-mail address and write to us what you make and what you would show. An admin
        then makes your account an instructor's.
      </p>
    </TextPage>
  );
}
