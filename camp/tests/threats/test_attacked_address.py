"""What the address of a stranger gets in a day after somebody has registered it, and does all that writes e-mails."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from types import SimpleNamespace

import pytest
import time_machine
from django.conf import settings as configured

from accounts.models import User
from mail.sending import send_due_emails
from testing.clients.api import as_
from testing.emails import words
from testing.factories import make_class, make_enrollment
from testing.steps.checkout import enroll_by_card

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

VICTIM = "victim@camp.example"
WORDS = "Zonk"
"""In every text that the attacker writes."""
BEGIN = datetime(2027, 6, 1, 0, 10, tzinfo=UTC)
TIMES = [6, pytest.param(32, marks=pytest.mark.long)]
"""32 attacks take 22 hours."""


@pytest.fixture
def camp(users, settings, mail_server, fresh_stripe):
    """The limits of a real site, the victim's inbox, and a paid, a free and a full class."""
    settings.EMAILS_PER_DAY, settings.EMAIL_QUIET_SECONDS = 20, 300
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"welcome": (1, 1, 86_400)}
    paid, free, full = (
        make_class(users.instructor, name, price=Decimal(price), capacity=capacity)
        for name, price, capacity in (("Paid", "45.50", 9), ("Free", 0, 9), ("Full", "45.50", 0))
    )
    with time_machine.travel(BEGIN, tick=False) as clock:
        yield SimpleNamespace(paid=paid, free=free, full=full, clock=clock, inbox=mail_server, stripe=fresh_stripe)


def register(identity_provider, number, *, verified):
    """Registers the victim's address with a new identity. The site refuses a link in the name, and drops it."""
    name = f"{WORDS} https://evil.example"
    client = identity_provider.log_in(VICTIM, uid=f"uid-{number}", verified=verified, name=f"{WORDS} wins")
    client.post("/users", {"name": name, "photo": "", "email": VICTIM}, 400)
    client.post("/users", {"name": f"{WORDS} wins", "photo": "", "email": VICTIM}, 201)
    return User.objects.get(email=VICTIM)


def attack(user, camp, number):
    """Does everything once. A request may be refused: what counts is the inbox."""

    def send(method, path, body=None):
        response = getattr(as_(user).client, method)(path, body or {}, format="json")
        return response.json() if response.content else {}

    child = send("post", "/children", {"name": f"{WORDS}{number}"}).get("insertedId")
    for child_id in (None, child):
        send("patch", "/users/me", {"name": f"{WORDS} {number}"})
        for camp_class in (camp.paid, camp.free, camp.full):
            seat = {"classId": str(camp_class.pk), "childId": child_id}
            selection = send("post", "/selectClass", seat).get("insertedId")
            send("post", "/createPaymentIntent", seat | {"price": 45.5})
            entry = send("post", "/waitlist", seat).get("insertedId")
            settled = send("post", "/payments", seat)
            pass_time(camp, minutes=6)  # longer than a quiet period
            send("delete", f"/waitlist/{entry}")
            send("delete", f"/selectClass/{selection}")
            send("post", f"/payments/cancel/{settled.get('payment', {}).get('_id')}")
            pass_time(camp, minutes=1)
    send("delete", f"/children/{child}")


def pass_time(camp, *, minutes):
    camp.clock.shift(timedelta(minutes=minutes))
    while send_due_emails():
        pass


def texts(camp):
    return [(message["Subject"], message.get_body(["plain"]).get_content()) for message in camp.inbox.accepted]


@pytest.mark.parametrize("times", TIMES)
def test_it_sends_a_stranger_one_welcome_without_words_of_the_attacker(
    camp, identity_provider, request_deletion, times
):
    user = register(identity_provider, 0, verified=False)
    for number in range(times):
        attack(user, camp, number)
        if number % 3 == 2:  # a new account has none of the former one's limits
            request_deletion(user, uid=user.firebase_uid, verified=False)
            user = register(identity_provider, number + 1, verified=False)
    ((subject, text),) = texts(camp)
    assert subject == "Welcome to Craft Camp"
    assert WORDS not in text


@pytest.mark.parametrize("times", TIMES)
def test_it_sends_the_owner_of_an_address_at_most_the_daily_number(camp, identity_provider, times):
    """The control of the test above, and the bound for an account that somebody else uses."""
    user = register(identity_provider, 0, verified=True)
    for number in range(times):
        attack(user, camp, number)
    assert any(WORDS in text for _, text in texts(camp))
    assert 10 < len(texts(camp)) <= 1 + configured.EMAILS_PER_DAY


def test_it_tells_an_unverified_address_what_was_paid_and_refunded(camp, identity_provider):
    user = register(identity_provider, 0, verified=False)
    payment = enroll_by_card(user, camp.paid, camp.stripe)
    attack(user, camp, 0)
    as_(user).post(f"/payments/cancel/{payment.pk}", {})
    pass_time(camp, minutes=10)
    subjects = [subject for subject, _ in texts(camp)]
    assert subjects == ["Welcome to Craft Camp", "You have a seat in Paid", "You canceled your seat in Paid"]
    assert not any(WORDS in text for _, text in texts(camp))


def test_it_sends_one_email_to_each_student_of_a_lesson_that_is_moved_twelve_times(camp, users):
    """The twelve moves take less than fifteen minutes. The e-mail says the whole difference."""
    request = {"nameClass": "Paid", "seats": 9, "price": 45.5, "image": camp.paid.image, "enroll": 0}

    def move_to(minute):
        lesson = {"date": "2027-07-05", "from": f"14:{minute:02}", "to": "17:00"}
        as_(users.instructor).put(f"/classes/{camp.paid.pk}", request | {"lessons": [lesson]})
        pass_time(camp, minutes=1)

    move_to(0)
    for student in (users.student, users.other_student):
        make_enrollment(student, camp.paid)
    for minute in range(1, 13):
        move_to(minute)
    pass_time(camp, minutes=6)
    assert len(texts(camp)) == 2
    for _, text in texts(camp):
        assert "Before: Mon, Jul 5, 2027, 2:00 " in words(text)
        assert "Now: Mon, Jul 5, 2027, 2:12 " in words(text)
