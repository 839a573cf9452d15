"""What each kind of e-mail says, in its subject, its text and its HTML."""

from decimal import Decimal

import pytest
from django.utils import timezone

from accounts.models import User
from mail import rendering
from mail.models import OutboxEmail
from mail.rendering import Details, register_details, render
from testing.email_samples import SAMPLES
from testing.emails import assert_says, rendered, words

pytestmark = pytest.mark.django_db

Kind = OutboxEmail.Kind
PARENT = User(name="Sam Rivera")
ABOUT = {"class": "Clay", "class_id": 7, "child": "Mia"}
BANK = "to the card you paid with. Your bank usually takes 5 to 10 days to show it."


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_TIME_ZONE = "America/New_York"
    settings.SITE_NAME = "Craft Camp"


def line(**values):
    return {"class": "Clay", "class_id": 7, "child": "", "price": "45.50", "enrollment": 1} | values


def test_it_has_a_sample_of_each_kind():
    assert {sample.kind for sample in SAMPLES.values()} == set(Kind)


def test_it_greets_a_reader_without_a_name():
    email = rendered(Kind.WELCOME, recipient=User(name=""))
    assert email.text.startswith("Hi,\n")
    assert ">Hi,<" in email.html


def test_it_greets_by_the_first_name():
    assert rendered(Kind.WELCOME, recipient=User(name="Ada Byron King")).text.startswith("Hi Ada,\n")
    assert rendered(Kind.WELCOME, recipient=User(name="Dr. Ada Byron")).text.startswith("Hi Dr. Ada Byron,\n")


def test_it_tells_of_another_login():
    email = rendered(Kind.LOGIN_CHANGED)
    assert "new login" in email.subject
    assert_says(email, "If it wasn't you, please answer this email right away.", "you have an account with Craft Camp.")


def test_it_welcomes_a_new_user():
    email = rendered(Kind.WELCOME)
    assert email.subject == "Welcome to Craft Camp"
    assert_says(email, "Your account is ready.")


def test_it_confirms_a_booking_for_a_child():
    schedule = {
        "days": "Jul 5 \u2013 9, 2027 (5 days)",
        "times": "9:00 AM \u2013 12:00 PM",
        "place": "Barn",
        "bring": "An apron",
    }
    lines = [line(child="Mia", price=Decimal("45.50"), schedule=schedule)]
    details = Details({"lines": lines, "lacking": ["Mia"]}, [("a.ics", b"", "")])
    email = rendered(Kind.BOOKED, amount="45.50", lines=[line(child="Mia")], details=details)
    assert email.subject == "Mia has a seat in Clay"
    assert_says(
        email, "Clay, for Mia: $45.50", "Jul 5 \u2013 9, 2027 (5 days)", "9:00 AM \u2013 12:00 PM", "Place: Barn"
    )
    assert_says(email, "Please bring: An apron", "You paid $45.50 by card.", "we need some paperwork for Mia.")
    assert "/dashboard/paperwork" in email.text
    assert '/dashboard/paperwork"' in email.html
    assert_says(email, "The attached calendar file", "Within 48 hours of paying")
    assert email.attachments == details.attachments


def test_it_corrects_an_email_about_another_class():
    email = rendered(Kind.BOOKED, amount="45.50", lines=[line()], instead_of="Wood")
    assert_says(email, "This replaces our earlier email: the seat in Wood isn", "Clay, for you: $45.50")
    plain = rendered(Kind.BOOKED, amount="45.50", lines=[line()])
    assert "earlier email" not in plain.text + plain.html


def test_it_confirms_a_booking_for_the_reader_without_lessons():
    email = rendered(Kind.BOOKED, amount="45.50", lines=[line()])
    assert email.subject == "You have a seat in Clay"
    assert_says(email, "Clay, for you: $45.50")
    assert "Place" not in email.text + email.html
    assert "paperwork" not in email.text + email.html
    assert "calendar file" not in email.text + email.html


def test_it_confirms_several_seats():
    lines = [line(child="Mia", price="1000.00"), line(child="Leo", price="200.50"), line(price="0.00", class_id=8)]
    email = rendered(Kind.BOOKED, amount="1200.50", lines=lines)
    assert email.subject == "3 seats booked at Craft Camp"
    assert_says(email, "Clay, for Mia: $1,000.00", "Clay, for Leo: $200.50", "Clay, for you: free", "paid $1,200.50 by")


@pytest.mark.parametrize(
    ("hours", "rules", "says"),
    [
        (
            48,
            ((30, 100), (14, 50), (0, 0)),
            "Within 48 hours of paying, and before the first lesson, you'll get the full price back. After that, "
            "you'll get back the full price until 30 days before the first lesson, 50% until 14 days before the first "
            "lesson, and then nothing. The page of your class shows your current refund.",
        ),
        (24, ((1, 80), (0, 20)), "get back 80% until 1 day before the first lesson, 20% until the first lesson."),
        (48, ((0, 100),), "After that, you'll get back the full price until the first lesson."),
        (48, ((0, 0),), "you'll get the full price back. After that, there's no refund."),
        (0, ((14, 50),), "you can cancel. You'll get back 50% until 14 days before the first lesson, and then"),
        (0, ((0, 0),), "you can cancel. There's no refund."),
    ],
)
def test_it_explains_the_refund_rules_of_a_booking(settings, hours, rules, says):
    settings.CANCEL_WITHIN_HOURS, settings.REFUND_RULES = hours, rules
    email = rendered(Kind.BOOKED, amount="45.50", lines=[line()])
    assert_says(email, "If your plans change, you can cancel.", says)
    assert ("current refund" in words(email.text)) is any(percent for _, percent in rules)


def test_it_explains_the_discount_of_a_seat():
    discount = {"list_price": "45.50", "discount": "9.10", "discount_text": "Sibling discount, 20%"}
    aid = {"list_price": "45.50", "discount": "45.50", "discount_text": "100% off with a code"}
    none = {"list_price": "45.50", "discount": "0.00", "discount_text": ""}
    lines = [line(price="36.40", **discount), line(child="Mia", price="0.00", **aid), line(child="Leo", **none)]
    email = rendered(Kind.BOOKED, amount="81.90", lines=lines)
    assert_says(email, "Clay, for you: $36.40 (list price $45.50, discount $9.10: Sibling discount, 20%)")
    assert_says(email, "for Mia: free (list price $45.50, discount $45.50: 100% off with a code)", "paid $81.90 by")
    assert "for Leo: $45.50.\n" in email.text
    assert "for Leo: $45.50</td>" in email.html
    for kind in (Kind.RESERVED, Kind.RESERVATION_ENDS, Kind.WAITLIST_OFFER):
        email = rendered(kind, **ABOUT, price="36.40", until="2027-06-24T16:00:00Z", **discount)
        assert_says(email, "The seat costs $36.40 (list price $45.50, discount $9.10: Sibling discount, 20%).")


def test_it_confirms_a_free_seat():
    email = rendered(Kind.BOOKED, amount="0.00", lines=[line(price="0.00")])
    assert_says(email, "Clay, for you: free", "There's nothing to pay.", "please cancel, so that someone else can have")
    assert "price back" not in email.text + email.html


@pytest.mark.parametrize(
    ("reason", "says", "page"),
    [
        (
            "class_full",
            "Clay filled up before your payment arrived, so we couldn't book a seat for Mia.",
            "/all-classes",
        ),
        ("already_enrolled", "but Mia already has a seat in this class.", "/dashboard/my-enrolled-classes"),
        ("amount_changed", "charged an amount other than the price of Clay", "/all-classes/7"),
    ],
)
def test_it_explains_the_refund_of_a_late_payment(reason, says, page):
    email = rendered(Kind.LATE_PAYMENT_REFUNDED, **ABOUT, amount="45.50", reason=reason)
    assert email.subject == "Your payment for Clay is being refunded"
    assert_says(email, says, f"We're refunding $45.50 {BANK}")
    assert f"testserver{page}\n" in email.text
    assert f'testserver{page}"' in email.html


@pytest.mark.parametrize(
    ("reason", "subject", "says"),
    [
        ("class_full", "We couldn't book Mia's seat in Clay", "Clay filled up before your payment arrived"),
        ("already_enrolled", "Mia already has a seat in Clay", "You booked Clay again, but Mia already has a seat"),
        ("amount_changed", "We couldn't book Mia's seat in Clay", "other than the price of your order, so we couldn't"),
    ],
)
def test_it_explains_why_a_free_class_of_an_order_was_not_booked(reason, subject, says):
    email = rendered(Kind.LATE_PAYMENT_REFUNDED, **ABOUT, amount="0.00", reason=reason)
    assert email.subject == subject
    assert_says(email, says, "This class is free, so there's nothing to refund.")
    assert "$" not in email.text + email.html


@pytest.mark.parametrize(
    ("price", "amount", "percent", "says"),
    [
        ("45.50", "45.50", 100, "You'll get the full price back."),
        ("45.50", "22.75", 50, "50% of the price of $45.50 could be refunded."),
        ("45.50", "0.00", 0, "It was canceled without a refund, as you chose."),
        ("0.00", "0.00", 100, "The seat was free, so there's nothing to refund."),
    ],
)
def test_it_names_the_refund_of_a_cancellation(price, amount, percent, says):
    email = rendered(Kind.ENROLLMENT_CANCELED, **ABOUT, price=price, amount=amount, percent=percent)
    assert email.subject == "You canceled Mia's seat in Clay"
    assert_says(email, "You canceled Mia's seat in Clay.", says)
    if amount == "0.00":
        assert "refunding" not in email.text + email.html
    else:
        assert_says(email, f"We're refunding ${amount} {BANK}")


def test_it_names_a_refund_by_staff_and_the_released_seat():
    email = rendered(Kind.REFUNDED, **ABOUT, amount="45.50", seat_released=True, by="staff")
    assert email.subject == "Your refund of $45.50 for Clay"
    assert_says(email, "We've released Mia's seat in Clay.", "We're refunding $45.50", "Mia no longer has a seat", BANK)


def test_it_names_a_refund_at_stripe_and_the_seat_that_stays():
    email = rendered(Kind.REFUNDED, **ABOUT | {"child": ""}, amount="10.00", seat_released=False, by="provider")
    assert_says(email, "$10.00 of your payment for your seat in Clay is being refunded", "Your seat stays booked.")


def test_it_names_no_refund_of_a_free_seat():
    email = rendered(Kind.REFUNDED, **ABOUT | {"child": ""}, amount="0.00", seat_released=True, by="staff")
    assert email.subject == "Your seat in Clay was released"
    assert_says(email, "It was free, so there's nothing to refund.")
    assert "$0.00" not in email.text + email.html
    assert "10 days" not in email.text + email.html


def decision(status, feedback="", **values):
    return {"class": "Clay", "class_id": 7, "status": status, "feedback": feedback} | values


def test_it_tells_an_instructor_of_an_approval():
    email = rendered(Kind.CLASS_DECIDED, lines=[decision("Approved")])
    assert email.subject == "Your class is approved: Clay"
    assert_says(email, "Good news: we've approved Clay.", "because you teach at Craft Camp.")
    assert "Here's why" not in email.text


def test_it_tells_an_instructor_why_a_class_is_denied():
    email = rendered(Kind.CLASS_DECIDED, lines=[decision("Denied", "No kiln.\nNo glaze.")])
    assert email.subject == "Your class isn't approved yet: Clay"
    assert_says(email, "Here's why:", "If you update the class, we'll look at it again.")
    assert "\n\nNo kiln.\nNo glaze.\n\n" in email.text
    assert "No kiln.<br>No glaze." in email.html
    assert "/dashboard/update-class/7" in email.text


def test_it_renders_a_denial_without_feedback():
    email = rendered(Kind.CLASS_DECIDED, lines=[decision("Denied")])
    assert "Here's why" not in email.text + email.html


def test_it_lists_the_first_thirty_of_many_decisions():
    lines = [decision("Approved", **{"class": f"Clay {number}", "class_id": number}) for number in range(32)]
    email = rendered(Kind.CLASS_DECIDED, lines=lines)
    assert_says(email, "and 2 more. See all of them on your dashboard.")
    assert ("Clay 29" in email.text, "Clay 30" in email.text) == (True, False)
    email = rendered(Kind.CLASS_DECIDED, lines=lines[:30])
    assert "more. See" not in email.text + email.html


def test_it_tells_an_instructor_of_several_denials():
    email = rendered(Kind.CLASS_DECIDED, lines=[decision("Denied"), decision("Denied", **{"class": "Wood"})])
    assert email.subject == "2 of your classes aren't approved yet"


def test_it_tells_a_student_why_a_class_is_withdrawn():
    email = rendered(Kind.CLASS_WITHDRAWN, **ABOUT, reason="Ines is ill.", amount="45.50", role="student")
    assert email.subject == "Clay won't take place"
    assert_says(email, "so Mia's seat is canceled.", "Ines is ill.", f"We're refunding $45.50 {BANK}")


def test_it_tells_a_student_of_a_free_class_that_is_withdrawn():
    email = rendered(Kind.CLASS_WITHDRAWN, **ABOUT | {"child": ""}, reason="Ill.", amount="0.00", role="student")
    assert_says(email, "so your seat is canceled.", "There's nothing to refund.")


def test_it_promises_no_refund_of_a_disputed_payment():
    facts = ABOUT | {"reason": "Ill.", "amount": "45.50", "role": "student", "dispute": "open"}
    email = rendered(Kind.CLASS_WITHDRAWN, **facts)
    assert_says(email, "so Mia's seat is canceled.", "it holds the money, so we can't send a refund.")
    assert "We're refunding" not in email.text + email.html


@pytest.mark.parametrize(
    ("amount", "says"), [("45.50", f"We're refunding $45.50 {BANK}"), ("0.00", "nothing to refund.")]
)
def test_it_tells_a_student_who_paid_after_the_withdrawal(amount, says):
    facts = ABOUT | {"reason": "Ines is ill.", "amount": amount, "role": "student", "late": True}
    email = rendered(Kind.CLASS_WITHDRAWN, **facts)
    assert_says(email, "before your payment arrived, so we couldn't book a seat for Mia.", "Ines is ill.", says)
    assert_says(email, "because it's about your booking at Craft Camp.")
    assert "seat is canceled" not in email.text + email.html


def test_it_tells_the_instructor_that_the_students_know():
    facts = ABOUT | {"child": "", "reason": "Too few.", "amount": "0.00", "role": "instructor"}
    email = rendered(Kind.CLASS_WITHDRAWN, **facts)
    assert_says(email, "Too few.", "We've told the students who had a seat", "because you teach at Craft Camp.")


def test_it_reminds_of_the_first_lesson():
    email = rendered(Kind.REMINDER, **ABOUT, starts="2027-07-05T13:00:00Z", place="Barn", bring="An apron.\nA towel.")
    assert email.subject == "Mia's class starts on Monday, July 5: Clay"
    assert_says(email, "First lesson: Mon, Jul 5, 2027, 9:00 AM Eastern Time", "Where: Barn")
    assert_says(email, "You can switch reminders off in")
    assert "Please bring: An apron.\nA towel." in email.text
    assert "An apron.<br>A towel." in email.html
    assert "testserver/dashboard/profile\n" in email.text
    assert 'testserver/dashboard/profile"' in email.html


def test_it_leaves_out_an_empty_place_and_an_empty_list_of_things_to_bring():
    email = rendered(Kind.REMINDER, **ABOUT | {"child": ""}, starts="2027-07-05T13:00:00Z", place="", bring="")
    assert email.subject == "Your class starts on Monday, July 5: Clay"
    assert not {"Where:", "Please bring:"} & set(email.text.splitlines())
    assert "Where:" not in email.text + email.html
    assert "bring" not in email.text + email.html


def test_it_renders_with_the_details_that_an_app_registers(monkeypatch):
    monkeypatch.setattr(rendering, "_details", {})
    register_details(
        Kind.WELCOME, lambda facts, _: Details({"site_name": facts["school"]}, [("a.txt", b"a", "text/plain")])
    )
    email = render(OutboxEmail(kind=Kind.WELCOME, facts={"school": "Clay House"}, recipient=PARENT), timezone.now())
    assert email.subject == "Welcome to Clay House"
    assert email.attachments == [("a.txt", b"a", "text/plain")]
    register_details(Kind.WELCOME, lambda _facts, _now: Details({"site_url": "https://clay.example"}))
    email = render(OutboxEmail(kind=Kind.WELCOME, facts={"school": "Clay House"}, recipient=PARENT), timezone.now())
    assert (email.subject, "https://clay.example" in email.text) == ("Welcome to Clay House", True)
    assert email.attachments == [("a.txt", b"a", "text/plain")]
