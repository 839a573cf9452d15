"""What the e-mails about waitlists say."""

import pytest

from mail.models import OutboxEmail
from mail.rendering import Details
from testing.emails import assert_says, rendered

pytestmark = pytest.mark.django_db

Kind = OutboxEmail.Kind
ABOUT = {"class": "Clay", "class_id": 7, "child": "Mia"}


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_TIME_ZONE = "America/New_York"
    settings.SITE_NAME = "Craft Camp"


def test_it_confirms_the_position_of_a_child_on_the_waitlist():
    email = rendered(Kind.WAITLIST_JOINED, **ABOUT, position=3)
    assert email.subject == "Mia is on the waitlist for Clay"
    assert_says(email, "Mia is number 3 on the waitlist for Clay.", "it's Mia's turn", "nothing to pay until then")
    assert_says(email, "because you joined the waitlist for this class at Craft Camp.")
    assert "testserver/dashboard/my-selected-classes\n" in email.text


def test_it_confirms_the_position_of_the_reader_on_the_waitlist():
    email = rendered(Kind.WAITLIST_JOINED, **ABOUT | {"child": ""}, position=1)
    assert email.subject == "You're on the waitlist for Clay"
    assert_says(email, "You're number 1 on the waitlist for Clay.", "it's your turn")


def test_it_names_the_price_and_the_end_of_an_offer_in_the_zone_of_the_camp():
    email = rendered(Kind.WAITLIST_OFFER, **ABOUT, price="45.50", until="2027-06-24T16:00:00+00:00")
    assert email.subject == "A seat in Clay is open for Mia"
    assert_says(email, "a seat in Clay for Mia until Thu, Jun 24, 2027, 12:00 PM Eastern Time.")
    assert_says(email, "The seat costs $45.50.")
    assert_says(email, "After that, someone else can have the seat.", "If Mia can't come, please decline the seat")
    assert "testserver/dashboard/my-selected-classes\n" in email.text
    assert 'testserver/dashboard/my-selected-classes"' in email.html


def test_it_names_the_lessons_of_an_offer_and_the_hours_left():
    schedule = {"days": "Jul 5 \u2013 9, 2027 (5 days)", "times": "9:00 AM \u2013 12:00 PM", "place": "Barn"}
    facts = ABOUT | {"price": "45.50", "until": "2027-06-24T16:00:00+00:00"}
    email = rendered(Kind.WAITLIST_OFFER, **facts, details=Details({"schedule": schedule, "hours_left": 20}))
    assert_says(
        email, "You have 20 hours left.", "Jul 5 \u2013 9, 2027 (5 days), 9:00 AM \u2013 12:00 PM", "Place: Barn"
    )
    email = rendered(Kind.WAITLIST_OFFER, **facts, details=Details({"schedule": {}, "hours_left": 1}))
    assert_says(email, "You have 1 hour left.")
    assert "Place" not in email.text + email.html


def test_it_offers_a_free_seat():
    facts = ABOUT | {"child": "", "price": "0.00", "until": "2027-06-24T16:00:00+00:00"}
    email = rendered(Kind.WAITLIST_OFFER, **facts)
    assert_says(email, "it's your turn on the waitlist.", "The class is free. Please enroll by then")
    assert "$" not in email.subject + email.text + email.html


def test_it_names_the_new_end_of_an_offer_after_the_lessons_have_moved():
    facts = ABOUT | {"price": "45.50", "until": "2027-06-24T16:00:00+00:00", "moved": True}
    email = rendered(Kind.WAITLIST_OFFER, **facts)
    assert email.subject == "There's less time to book Mia's seat in Clay"
    says = "have moved, so we can hold the seat for Mia only until Thu, Jun 24, 2027, 12:00 PM Eastern Time."
    assert_says(email, says)
    assert_says(email, "The seat costs $45.50.")
    assert "Good news" not in email.text + email.html


def test_it_tells_that_an_offer_has_lapsed_because_the_lessons_have_moved():
    email = rendered(Kind.WAITLIST_LAPSED, **ABOUT, moved=True)
    assert_says(email, "but the lessons have moved, and the class now starts so soon that we can't hold")
    assert "booked in time" not in email.text + email.html
    assert_says(email, "Until three hours before the class starts, you can also join the waitlist again")


def test_it_tells_that_an_offer_has_lapsed():
    email = rendered(Kind.WAITLIST_LAPSED, **ABOUT)
    assert email.subject == "The seat in Clay is no longer held for Mia"
    assert_says(email, "it wasn't booked in time.", "Mia is no longer on the waitlist.")
    assert_says(email, "A week from now, and until three hours before the class starts, you can also join")
    assert "testserver/all-classes/7\n" in email.text


def test_it_tells_the_reader_that_their_offer_has_lapsed():
    email = rendered(Kind.WAITLIST_LAPSED, **ABOUT | {"child": ""})
    assert_says(email, "We held a seat in Clay for you,", "you're no longer on the waitlist.")


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("withdrawn", "We're sorry: Clay won't take place, so we've closed its waitlist."),
        ("denied", "We're sorry: we no longer offer Clay, so we've closed its waitlist."),
        ("begun", "We're sorry: Clay has started, so its waitlist is closed."),
    ],
)
def test_it_tells_why_a_waitlist_is_closed(why, says):
    email = rendered(Kind.WAITLIST_CLOSED, **ABOUT, why=why)
    assert email.subject == "The waitlist for Clay is closed"
    assert_says(email, says, "Mia's entry on the waitlist has ended")


@pytest.mark.parametrize(("child", "possessive", "name"), [("Mia", "Mia's", "Mia"), ("", "Your", "you")])
def test_it_says_why_an_account_that_can_no_longer_book_left_the_waitlist(child, possessive, name):
    email = rendered(Kind.WAITLIST_CLOSED, **ABOUT | {"child": child}, why="account")
    assert email.subject == f"{possessive} place on the waitlist for Clay has ended"
    assert_says(email, "your account can't book seats anymore", f"taken {name} off the waitlist", "please answer")


@pytest.mark.parametrize(
    ("why", "says", "page"),
    [
        ("age_not_in_range", ["10, so we couldn't offer Mia a seat.", "another class"], "/all-classes"),
        ("birth_date_needed", ["We don't know when Mia was born", "Please add"], "/dashboard/my-children"),
    ],
)
def test_it_tells_why_an_entry_on_a_waitlist_has_ended(why, says, page):
    email = rendered(Kind.WAITLIST_CLOSED, **ABOUT, why=why, ages="children aged 8 to 10")
    assert email.subject == "Mia's place on the waitlist for Clay has ended"
    assert_says(email, "We're sorry: Clay is for children aged 8 to 10", "Mia's entry on the waitlist has ended", *says)
    assert f"testserver{page}\n" in email.text
    assert f'testserver{page}"' in email.html


@pytest.mark.parametrize("has_first_day", [True, False])
def test_it_names_the_day_on_which_the_age_counts(has_first_day):
    facts = {"why": "age_not_in_range", "ages": "children up to age 10", "has_first_day": has_first_day}
    text = rendered(Kind.WAITLIST_CLOSED, **ABOUT, **facts).text
    assert ("What counts is the age on the first day of the class." in text) == has_first_day
