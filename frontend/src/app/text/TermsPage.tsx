import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

export default function TermsPage() {
  const { siteName, seatHoldMinutes, cancelWithinHours } = config;
  return (
    <TextPage title="Terms of Use">
      <p className="lead">What you may expect of {siteName}, and what we expect of you.</p>
      <h2>Your account</h2>
      <p>
        You register with an e-mail address that is yours, or with Google. Keep your password to yourself;
        what is done with your account counts as done by you. A parent or guardian registers for a child.
      </p>
      <h2>Selecting and paying</h2>
      <p>
        Selecting a class takes no seat. When you go to pay, we hold a seat for you for {seatHoldMinutes}{" "}
        minutes at the price that you see; you can ask to hold it longer. The seat is yours once the card
        payment has succeeded. Prices are in US dollars, and nothing is added to them.
      </p>
      <p>
        If a payment arrives after the hold has ended and no seat is left, or for a class in which you have a
        seat already, it is refunded in full. You see that in{" "}
        <Link to={pages.myPaymentHistory}>My Payment History</Link>.
      </p>
      <h2 id="refunds">Giving a place back</h2>
      <p>
        You can give a place back within {cancelWithinHours} hours of paying. The seat is free at once and you
        get the whole price back, onto the card that you paid with. After that a place cannot be given back by
        yourself; <Link to={pages.contact}>write to us</Link> if you cannot come.
      </p>
      <h2>When we cannot hold a class</h2>
      <p>If a class does not take place, everybody who has a seat in it gets the whole price back.</p>
      <h2>Offering a class</h2>
      <p>
        Instructors describe their classes truthfully and use only pictures that they may use. We decide which
        classes are listed and say why when one is not. Instructors see the names and e-mail addresses of
        those enrolled, and use them for the class alone.
      </p>
      <h2>In the workshop</h2>
      <p>
        Kilns are hot and knives are sharp. Follow what the instructor says about tools; who puts others at
        risk may be asked to leave.
      </p>
    </TextPage>
  );
}
