"""GET and POST /classes/{id}/messages: an instructor or an admin writes to the families of a class."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models import User
from classes.models import CampClass, Enrollment, Lesson, Message
from core.names import NO_EMAIL
from mail.models import OutboxEmail
from mail.rendering import render
from mail.sending import compose
from testing.clients.api import INVALID_IDS, as_
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_hold,
    make_lesson,
    make_offer,
    make_season,
    make_user,
    make_waitlist_entry,
)
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db

SUBJECT, TEXT = "Please bring a towel", "We glaze on Tuesday.\nPlease bring a towel."


def draft(**changes):
    return {"key": str(uuid4()), "subject": SUBJECT, "text": TEXT, "to": "enrolled"} | changes


def path_of(camp_class) -> str:
    return f"/classes/{camp_class.pk}/messages"


def emails():
    return OutboxEmail.objects.filter(kind="message").order_by("recipient")


def mailed() -> list[str]:
    return [email.recipient.email for email in emails()]


def release(seat) -> None:
    Enrollment.objects.filter(pk=seat.pk).update(state="RELEASED", released_at=timezone.now())


def refused(user, camp_class, status, **changes):
    """Returns the error response; the request changes nothing."""
    with nothing_changes():
        return as_(user).post(path_of(camp_class), draft(**changes), status)


class TestSent:
    def test_it_mails_each_account_with_a_seat_once(self, users, clay):
        for child in (None, make_child(users.student), make_child(users.student, "Leo")):
            make_enrollment(users.student, clay, child)
        make_enrollment(users.other_student, clay)
        make_hold(make_user("uma"), clay)
        make_offer(make_user("otto"), clay)
        release(make_enrollment(make_user("eve"), clay))
        make_enrollment(make_user("max"), make_class(users.instructor, "Other"))
        sent = as_(users.instructor).post(path_of(clay), draft(), 201)
        message = Message.objects.get()
        assert sent == {"insertedId": str(message.pk), "recipients": 2}
        assert [message.author, message.subject, message.text] == [users.instructor, SUBJECT, TEXT]
        assert mailed() == [users.student.email, users.other_student.email]

    @pytest.mark.parametrize(
        ("to", "expected"), [("waiting", ["otto", "wim"]), ("both", ["otto", "sam", "wim"]), ("enrolled", ["sam"])]
    )
    def test_it_mails_who_waits(self, users, clay, to, expected):
        make_enrollment(users.student, clay)
        make_waitlist_entry(users.student, clay, make_child(users.student))
        if to == "waiting":
            clay.waitlist.all().delete()
        make_waitlist_entry(make_user("wim"), clay)
        make_waitlist_entry(make_user("lena"), clay, state="LEFT", ended_at=timezone.now())
        make_offer(make_user("otto"), clay)
        assert as_(users.instructor).post(path_of(clay), draft(to=to), 201)["recipients"] == len(expected)
        assert sorted(address.partition("@")[0] for address in mailed()) == expected

    def test_it_sends_the_same_key_once(self, users, clay):
        make_enrollment(users.student, clay)
        body = draft()
        sent = as_(users.instructor).post(path_of(clay), body, 201)
        make_enrollment(users.other_student, clay)
        assert as_(users.instructor).post(path_of(clay), body, 200) == sent
        assert mailed() == [users.student.email]

    def test_it_lets_admins_write_to_any_class(self, users, clay):
        make_enrollment(users.student, clay)
        for _ in range(6):
            as_(users.admin).post(path_of(clay), draft(), 201)
        assert len(mailed()) == 6

    def test_it_counts_without_sending(self, users, clay):
        make_enrollment(users.student, clay)
        path = f"{path_of(clay)}?dryRun=true"
        counted = {"recipients": 1, "unreached": []}
        with nothing_changes():
            assert as_(users.instructor).post(path, {"to": "both"}, 200) == counted
            assert as_(users.instructor).post(path, draft(), 200) == counted

    def test_it_names_whom_it_cannot_reach(self, users, clay):
        caller, refusing = make_user("cora", phone="555 0142"), make_user("rita", phone="555 0143")
        User.objects.filter(pk=caller.pk).update(email=f"family-1{NO_EMAIL}")
        make_enrollment(caller, clay)
        make_waitlist_entry(refusing, clay)
        make_enrollment(users.student, clay)
        for account, state in ((refusing, "FAILED"), (users.student, "FAILED"), (users.student, "SENT")):
            OutboxEmail.objects.create(
                recipient=account,
                kind="welcome",
                about=state,
                state=state,
                sent_at=timezone.now() if state == "SENT" else None,
                address_refused=state == "FAILED",
            )
        path = f"{path_of(clay)}?dryRun=true"

        def row(account, phone):
            return {"userId": str(account.pk), "name": account.name, "phone": phone}

        assert as_(users.admin).post(path, {"to": "both"}) == {
            "recipients": 2,
            "unreached": [row(caller, "555 0142"), row(refusing, "555 0143")],
        }
        assert as_(users.admin).post(path, {"to": "enrolled"})["unreached"] == [row(caller, "555 0142")]
        assert as_(users.instructor).post(path, {"to": "enrolled"})["unreached"] == [row(caller, "")]

    def test_it_mails_no_account_without_an_address(self, users, clay):
        make_enrollment(users.student, clay)
        make_enrollment(users.other_student, clay)
        User.objects.filter(pk=users.student.pk).update(email=f"family-1{NO_EMAIL}")
        assert as_(users.admin).post(path_of(clay), draft(), 201)["recipients"] == 1
        assert mailed() == [users.other_student.email]

    def test_it_shows_text_as_text_and_nobody_else(self, users, clay):
        make_enrollment(users.student, clay)
        make_enrollment(users.other_student, clay)
        text = "<script>alert(1)</script> <a href='https://evil.example'>\nNext line"
        as_(users.instructor).post(path_of(clay), draft(subject="<b>Hello</b>", text=text), 201)
        email = emails().first()
        rendered, message = render(email, timezone.now()), compose(email, timezone.now())
        assert rendered.subject == "<b>Hello</b>"
        assert "<script>" not in rendered.html
        assert "<b>Hello" not in rendered.html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in rendered.html
        assert "Next line" in rendered.text
        assert f"/all-classes/{clay.pk}" in rendered.html
        assert (message.to, message.cc, message.bcc, message.reply_to) == (
            *([email.recipient.email], [], []),
            ["hello@camp.example"],
        )
        assert users.other_student.email not in message.message().as_string()


class TestSubstitute:
    @pytest.fixture
    def lesson(self, users, clay, clock):
        make_enrollment(users.student, clay)
        return make_lesson(clay, timezone.now() + timedelta(days=3), substitute=users.other_instructor)

    def test_it_may_write_and_read(self, users, clay, lesson):
        assert as_(users.other_instructor).post(f"{path_of(clay)}?dryRun=true", {"to": "both"})["recipients"] == 1
        as_(users.other_instructor).post(path_of(clay), draft(to="both"), 201)
        as_(users.other_instructor).post(path_of(clay), draft(), 201)
        assert [each["author"] for each in as_(users.other_instructor).get(path_of(clay))] == ["Oskar", "Oskar"]
        assert mailed() == [users.student.email] * 2

    def test_it_may_not_once_the_lesson_is_over(self, users, clay, lesson, clock):
        clock.move_to(lesson.ends_at - timedelta.resolution)
        as_(users.other_instructor).post(path_of(clay), draft(), 201)
        clock.move_to(lesson.ends_at)
        refused(users.other_instructor, clay, 404)
        assert as_(users.other_instructor).get(path_of(clay)) == []
        as_(users.other_instructor).post(f"{path_of(clay)}?dryRun=true", {"to": "both"}, 404)

    def test_it_may_not_without_the_lesson_or_the_role(self, users, clay, lesson):
        Lesson.objects.update(canceled_at=timezone.now())
        refused(users.other_instructor, clay, 404)
        Lesson.objects.update(canceled_at=None, substitute=None)
        refused(users.other_instructor, clay, 404)
        Lesson.objects.update(substitute=users.other_student)
        refused(users.other_student, clay, 403)
        assert as_(users.other_student).get(path_of(clay)) == []


class TestRefused:
    def test_it_refuses_users_who_do_not_teach_the_class(self, users, clay):
        make_enrollment(users.student, clay)
        refused(users.other_instructor, clay, 404)
        refused(users.student, clay, 403)
        refused(None, clay, 401)

    def test_it_refuses_a_bad_id(self, users):
        for id in INVALID_IDS:
            as_(users.admin).post(f"/classes/{id}/messages", draft(), 404)
            as_(users.admin).get(f"/classes/{id}/messages", 404)

    @pytest.mark.parametrize(
        "change",
        [
            {"key": "x"},
            {"key": None},
            {"subject": ""},
            {"subject": "x" * 101},
            {"subject": "Hello\r\nBcc: eve@evil.example"},
            {"subject": "Hello\u2028Bcc: eve@evil.example"},
            {"text": ""},
            {"text": "x" * 2001},
            {"text": "\x00"},
            {"to": "everybody"},
            {"to": None},
        ],
    )
    def test_it_refuses_bad_input(self, users, clay, change):
        assert refused(users.instructor, clay, 400, **change)["fields"].keys() == change.keys()

    @pytest.mark.parametrize("to", ["enrolled", "waiting", "both"])
    def test_it_refuses_a_message_that_nobody_gets(self, users, clay, to):
        make_hold(users.other_student, clay)
        User.objects.filter(pk=users.student.pk).update(email=f"family-1{NO_EMAIL}")
        make_enrollment(users.student, clay)
        make_waitlist_entry(users.student, clay, make_child(users.student))
        assert refused(users.instructor, clay, 409, to=to)["code"] == "no_recipients"

    def test_it_refuses_the_key_of_another_message(self, users, clay):
        make_enrollment(users.student, clay)
        body = draft()
        as_(users.instructor).post(path_of(clay), body, 201)
        for change in ({"text": "Other"}, {"subject": "Other"}, {"to": "both"}):
            assert refused(users.instructor, clay, 409, **body | change)["code"] == "key_used"
        other = make_class(users.instructor, "Other")
        assert refused(users.instructor, other, 409, **body)["code"] == "key_used"
        assert refused(users.admin, clay, 409, **body)["code"] == "key_used"

    def test_it_refuses_a_sixth_message_of_an_instructor_within_a_day(self, users, clay):
        other, body = make_class(users.instructor, "Other"), draft()
        for camp_class in (clay, other):
            make_enrollment(users.student, camp_class)
        for camp_class in (clay, clay, other, other):
            as_(users.instructor).post(path_of(camp_class), draft(), 201)
        as_(users.instructor).post(path_of(clay), body, 201)
        assert refused(users.instructor, clay, 409)["code"] == "too_many_messages"
        as_(users.instructor).post(path_of(clay), body, 200)
        Message.objects.filter(key=body["key"]).update(sent_at=timezone.now() - timezone.timedelta(days=1))
        as_(users.instructor).post(path_of(clay), draft(), 201)


class TestListed:
    def test_it_shows_the_message_also_to_who_enrolls_later(self, users, clay):
        make_enrollment(users.other_student, clay)
        as_(users.instructor).post(path_of(clay), draft(), 201)
        assert as_(users.student).get(path_of(clay)) == []
        seat = make_enrollment(users.student, clay)
        (shown,) = as_(users.student).get(path_of(clay))
        message = Message.objects.get()
        assert shown == {
            "_id": str(message.pk),
            "subject": SUBJECT,
            "text": TEXT,
            "author": "Ines",
            "to": "enrolled",
            "recipients": 1,
            "sentAt": shown["sentAt"],
        }
        release(seat)
        assert as_(users.student).get(path_of(clay)) == []

    def test_it_shows_no_message_of_another_class(self, users, clay):
        make_enrollment(users.student, clay)
        other = make_class(users.instructor, "Other", season=make_season())
        make_enrollment(users.other_student, other)
        as_(users.instructor).post(path_of(other), draft(), 201)
        as_(users.admin).post(f"/seasons/{other.season_id}/messages", draft(), 201)
        assert as_(users.student).get(path_of(clay)) == as_(users.instructor).get(path_of(clay)) == []

    def test_it_shows_what_was_for_the_waitlist_to_staff_only(self, users, clay):
        make_enrollment(users.student, clay)
        make_waitlist_entry(users.other_student, clay)
        for to in ("waiting", "both"):
            as_(users.instructor).post(path_of(clay), draft(to=to), 201)
        assert [each["to"] for each in as_(users.student).get(path_of(clay))] == ["both"]
        for user in (users.instructor, users.admin):
            assert [each["to"] for each in as_(user).get(path_of(clay))] == ["both", "waiting"]

    def test_it_shows_nothing_without_a_seat(self, users, clay):
        make_enrollment(make_user("uma"), clay)
        as_(users.instructor).post(path_of(clay), draft(), 201)
        make_hold(users.student, clay)
        make_waitlist_entry(users.other_student, clay)
        for user in (users.student, users.other_student, users.other_instructor):
            assert as_(user).get(path_of(clay)) == []
        CampClass.objects.update(status="Pending")
        for user in (users.student, users.other_instructor):
            as_(user).get(path_of(clay), 404)
        CampClass.objects.update(status="Approved")
        as_(None).get(path_of(clay), 401)
        for path in (f"/classes/{clay.pk}", f"/all-classes/{clay.pk}"):
            assert SUBJECT not in as_(None).client.get(path).content.decode()

    def test_it_is_not_stored_by_a_cache(self, users, clay):
        response = as_(users.instructor).client.get(path_of(clay))
        assert "no-store" in response["Cache-Control"] or "private" in response["Cache-Control"]

    def test_it_makes_a_constant_number_of_queries(self, users, clay, django_assert_num_queries):
        make_enrollment(users.student, clay)
        for number in range(4):
            as_(users.instructor).post(path_of(clay), draft(), 201)
            if number in (0, 3):
                with django_assert_num_queries(6):  # user, class, lessons, shared children, seat, messages
                    as_(users.student).get(path_of(clay))

    def test_it_sends_to_many_accounts_with_a_constant_number_of_statements(
        self, users, clay, django_assert_num_queries
    ):
        for count in (1, 12):
            for number in range(count):
                make_enrollment(make_user(f"{count}-{number}"), clay)
            # With locks, savepoints, and one statement each for the message and its e-mails.
            with django_assert_num_queries(18):
                as_(users.instructor).post(path_of(clay), draft(), 201)
