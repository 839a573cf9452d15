import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { timeOfRule } from "../../shared/refundRules";
import { TextPage } from "./TextPage";

export default function TermsPage() {
  const { siteName, seatHoldMinutes, cancelWithinHours, refundRules } = config;
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
        You can cancel your seat online until the class starts. How much of the price goes back to the card
        you paid with depends on when you cancel. If two of these apply, the better one counts:
      </p>
      <ul>
        {cancelWithinHours > 0 ? (
          <li>within {cancelWithinHours} hours of paying, and before the first lesson: the full price</li>
        ) : null}
        {refundRules.map((rule) =>
          rule.percent > 0 ? (
            <li key={rule.days}>
              {timeOfRule(rule)}: {rule.percent === 100 ? "the full price" : `${rule.percent}%`}
            </li>
          ) : null,
        )}
        <li>later: nothing, but you can still give up your seat, so that someone else can have it</li>
      </ul>
      <p>
        A day is 24 hours.{" "}
        {cancelWithinHours > 0 ? "If a class has no dates yet, only the first of these applies. " : null}Once
        the class has started, please <Link to={pages.contact}>write to us</Link>.
      </p>
      <h2>If we change a class</h2>
      <p>
        You booked certain days, times and places. If we cancel, add or move a lesson, or choose another
        place, we'll email you, and you can cancel for a full refund within a week of the change, whatever the
        rules above say. Moves of up to 30 minutes on the same day don't count, unless they add up to more.
        The dates above always count from the first lesson you booked, or from the new one if it's later. As
        long as a class has no dates anymore, you can cancel for a full refund at any time.
      </p>
      <h2>If we cancel a class</h2>
      <p>
        If a class doesn't take place, we'll email everyone with a seat and refund the full price. You don't
        have to do anything.
      </p>
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
