import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

/** How to reach the school. */
export default function ContactPage() {
  const { email, phone, address } = config.contact;
  return (
    <TextPage title="Contact">
      <p className="lead">Write, call, or knock: somebody is in the workshop on every working day.</p>
      <dl className="contact">
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>Telephone</dt>
        <dd>
          <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
        </dd>
        <dt>Address</dt>
        <dd>
          <address className="mb-0">{address}</address>
        </dd>
      </dl>
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
