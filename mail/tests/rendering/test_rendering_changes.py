"""E-mails about changed lessons, and times in the camp's time zone."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils.html import strip_tags

from accounts.models import User
from mail.models import OutboxEmail
from mail.rendering import Details, render_with
from mail.templatetags.email_formats import lesson_text, moment, participants

pytestmark = pytest.mark.django_db

FIRST = datetime(2027, 7, 5, 13, tzinfo=UTC)
WEEK, HOUR = timedelta(weeks=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def _zone(settings):
    settings.SITE_TIME_ZONE = "America/New_York"


def lesson(week=0, *, later=timedelta(), place=""):
    start = FIRST + week * WEEK + later
    return {"starts": start.isoformat(), "ends": (start + 3 * HOUR).isoformat(), "place": place}


DETAILS = {"name": "Clay", "place": "Barn", "bring": "", "ages": ""}


def changed(before, after, details=DETAILS, **facts):
    before, after = DETAILS | {"lessons": before}, details | {"lessons": after}
    values = {
        "class": "Clay",
        "class_id": 7,
        "children": ["Mia"],
        "refund_until": None,
        "before": before,
        "after": after,
    }
    email = OutboxEmail(kind=OutboxEmail.Kind.CLASS_CHANGED, facts=values | facts, recipient=User(name="Sam"))
    return render_with(email, Details())


def lines(email):
    """Returns the lines of the text about lessons, and the cells of the table, with plain spaces and hyphens."""
    text = [plain(line) for line in email.text.splitlines() if line.startswith(("- ", "  ", "..."))]
    return text, [plain(strip_tags(cell)) for cell in re.findall(r"<td class=\"line\"[^>]*>(.*?)</td>", email.html)]


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{EN DASH}", "-")


def test_it_shows_only_the_changed_lessons_before_and_now():
    text, cells = lines(changed([lesson(), lesson(1)], [lesson(later=HOUR, place="Barn"), lesson(1)]))
    old = "Mon, Jul 5, 2027, 9:00 AM - 12:00 PM Eastern Time"
    new = "Mon, Jul 5, 2027, 10:00 AM - 1:00 PM Eastern Time, Barn"
    assert text == [f"- Before: {old}", f"  Now: {new}"]
    assert cells == [old, new]


def test_it_shows_canceled_and_new_lessons():
    text, cells = lines(changed([lesson(), lesson(1)], [lesson(1)]))
    assert text == ["- Canceled: Mon, Jul 5, 2027, 9:00 AM - 12:00 PM Eastern Time"]
    assert cells == ["Mon, Jul 5, 2027, 9:00 AM - 12:00 PM Eastern Time", "Canceled"]
    text, cells = lines(changed([lesson()], [lesson(), lesson(1)]))
    assert text == ["- New: Mon, Jul 12, 2027, 9:00 AM - 12:00 PM Eastern Time"]
    assert cells == ["(new lesson)", "Mon, Jul 12, 2027, 9:00 AM - 12:00 PM Eastern Time"]


def test_it_does_not_guess_which_lesson_was_moved_if_one_is_canceled():
    text, _ = lines(changed([lesson(), lesson(1)], [lesson(2)]))
    assert [line.partition(":")[0] for line in text] == ["- Canceled", "- Canceled", "- New"]


def test_it_shows_at_most_ten_changes():
    before, after = [lesson(week) for week in range(60)], [lesson(week, later=HOUR) for week in range(60)]
    email = changed(before[:22], after[:22])
    assert "... and 12 more." in email.text
    assert "and 12 more." in email.html
    assert email.text.count("Before:") == 10
    assert "more." not in changed(before[:10], after[:10]).text


def test_it_shows_the_changed_details_before_and_now():
    details = {"name": "Clay & fire", "place": "", "bring": "An apron.\nA towel.", "ages": ""}
    email = changed([lesson()], [lesson()], details)
    assert "- Name before: Clay\n  Now: Clay & fire\n- Place before: Barn\n  Now: (none)\n" in email.text
    assert "- What to bring before: (none)\n  Now: An apron.\nA towel.\n" in email.text
    assert "Ages" not in email.text + email.html
    text = re.sub(r"\s+", " ", strip_tags(email.html))
    assert "Name: Clay" in text
    assert "Clay &amp; fire" in text
    assert "An apron.<br>A towel." in email.html


def test_it_says_that_a_class_without_lessons_has_no_dates():
    email = changed([lesson()], [], refund_until="2027-06-30T16:00:00Z")
    for text in (email.text, strip_tags(email.html)):
        assert "Until then, and for a week after, you can cancel for a full refund." in " ".join(text.split())
        assert "Jun 30" not in text
    assert "no dates" not in changed([], [], details=DETAILS | {"place": "Hall"}).text


def test_it_says_until_when_a_full_refund_is_possible():
    email = changed([lesson()], [lesson(1)], refund_until="2027-06-30T16:00:00Z")
    says = "cancel until Wed, Jun 30, 2027, 12:00 PM Eastern Time for a full refund."
    assert says in " ".join(email.text.split())
    assert says in " ".join(email.html.split())
    email = changed([lesson()], [lesson(1)])
    assert "please tell us." in email.text
    assert "refund" not in email.text + email.html


def test_it_names_who_takes_part():
    assert "You've booked this class for Mia, Leo and you." in " ".join(
        changed([lesson()], [lesson(1)], children=["", "Mia", "Leo"]).text.split()
    )
    assert [participants(names) for names in (["Mia"], [""], ["", "Mia"])] == ["Mia", "you", "Mia and you"]


@pytest.mark.parametrize(
    ("zone", "instant", "text"),
    [
        ("America/New_York", "2027-11-07T05:30:00Z", "Sun, Nov 7, 2027, 1:30 AM Eastern Time"),
        ("America/New_York", "2027-11-07T06:30:00Z", "Sun, Nov 7, 2027, 1:30 AM Eastern Time"),
        ("America/New_York", "2027-03-14T06:59:00Z", "Sun, Mar 14, 2027, 1:59 AM Eastern Time"),
        ("America/New_York", "2027-03-14T07:00:00Z", "Sun, Mar 14, 2027, 3:00 AM Eastern Time"),
        ("America/New_York", "2028-01-01T04:00:00Z", "Fri, Dec 31, 2027, 11:00 PM Eastern Time"),
        ("Asia/Kolkata", "2027-07-05T13:00:00Z", "Mon, Jul 5, 2027, 6:30 PM Kolkata Time"),
        ("America/Sao_Paulo", "2027-07-05T03:00:00Z", "Mon, Jul 5, 2027, 12:00 AM Sao Paulo Time"),
    ],
)
def test_it_shows_times_in_the_zone_of_the_camp(settings, zone, instant, text):
    settings.SITE_TIME_ZONE = zone
    assert plain(moment(datetime.fromisoformat(instant))) == text


def test_it_shows_a_lesson_before_and_after_the_end_of_daylight_saving_time():
    saturday = datetime(2027, 11, 6, 13, tzinfo=UTC)
    for start in (saturday, saturday + timedelta(days=1, hours=1)):
        text = lesson_text({"starts": start, "ends": start + HOUR, "place": ""})
        assert plain(text).endswith("9:00 AM - 10:00 AM Eastern Time")
