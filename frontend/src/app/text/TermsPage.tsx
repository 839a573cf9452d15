import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

export default function TermsPage() {
  const { siteName, seatHoldMinutes, cancelWithinHours } = config;
  return (
    <TextPage title="Terms of Use">
      <p className="lead">What you can expect from {siteName}, and what we ask of you.</p>
      <h2>Your account</h2>
      <p>
        Register with your own email address, or with Google. Keep your password to yourself, because you're
        responsible for what happens in your account. If you're signing up a child, register as their parent
        or guardian.
      </p>
      <h2>Selecting and paying</h2>
      <p>
        Selecting a class doesn't reserve a seat yet. When you go to pay, we hold a seat for you for{" "}
        {seatHoldMinutes} minutes at the price you see, and you can keep it a little longer if you need to.
        The seat is yours once your payment goes through. Prices are in US dollars, with no extra fees.
      </p>
      <p>
        If your payment arrives after that time and there are no seats left, or if you already have a seat in
        that class, we'll refund you in full. You'll see the refund in{" "}
        <Link to={pages.myPaymentHistory}>My Payment History</Link>.
      </p>
      <h2 id="refunds">Canceling your seat</h2>
      <p>
        You can cancel your seat within {cancelWithinHours} hours of paying. We'll refund the full price to
        the card you paid with. After that, you can't cancel online. If you can't come, please{" "}
        <Link to={pages.contact}>write to us</Link>.
      </p>
      <h2>If we cancel a class</h2>
      <p>If a class doesn't take place, everyone with a seat gets a full refund.</p>
      <h2>For instructors</h2>
      <p>
        Please describe your classes honestly and only use pictures you have the rights to. We decide which
        classes to list, and we'll tell you why if we don't list yours. You'll see the names and email
        addresses of your students. Please use them only for the class.
      </p>
      <h2>In the workshop</h2>
      <p>
        Kilns are hot and knives are sharp, so please follow your instructor's directions. Anyone who puts
        others at risk may be asked to leave.
      </p>
    </TextPage>
  );
}
