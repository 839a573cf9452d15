"""What e-mails about a class have in common, and whether an e-mail is still true when it is sent."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.template.defaultfilters import truncatechars

from accounts.models import Child, User
from classes.models import CampClass, Enrollment, Season, Selection, WaitlistEntry
from core.site_time import days_text, site_zone, site_zone_name
from mail import outbox
from mail.facts import one_line, template_values
from mail.models import OutboxEmail
from mail.rendering import Details
from mail.templatetags.email_formats import clock

MAX_NOTES = 2000
"""Characters of all notes in an e-mail about decisions; a note alone is never longer."""


def class_facts(camp_class: CampClass) -> dict[str, Any]:
    return {"class": camp_class.name, "class_id": camp_class.pk}


def participant_facts(camp_class: CampClass, child: Child | None) -> dict[str, Any]:
    return class_facts(camp_class) | {"child": child_fact(child)}


def child_fact(child: Child | None) -> str:
    """As the guardian typed it; empty if the student takes part."""
    return child.name if child else ""


def delete_queued_reminders(*, camp_class_id: int, enrollment_id: int | None = None) -> None:
    """The caller has locked the class. The worker queues new ones if they are still due."""
    outbox.delete_queued(OutboxEmail.Kind.REMINDER, prefix=reminder_cause(camp_class_id, enrollment_id))


def reminder_cause(camp_class_id: int, enrollment_id: int | None = None) -> str:
    """The beginning of ``OutboxEmail.about``; the start of the first lesson is its end."""
    return f"{camp_class_id}/" if enrollment_id is None else f"{camp_class_id}/{enrollment_id}/"


def instructor_names(facts: Mapping[str, Any], now: datetime) -> Details:
    """Read when the e-mail is sent, because an account may be deleted until then."""
    ids = {facts[when]["instructor"] for when in ("before", "after")}
    return Details({"instructors": dict(User.objects.filter(pk__in=ids).values_list("pk", "name"))})


def schedule_values(camp_class: CampClass, now: datetime) -> dict[str, Any]:
    """Days, times and places of the coming ``shown_lessons``; the times only if all lessons have the same."""
    lessons = [lesson for lesson in camp_class.shown_lessons if lesson.starts_at > now]
    local = [(each.starts_at.astimezone(site_zone()), each.ends_at.astimezone(site_zone())) for each in lessons]
    times = {f"{clock(start)} \u2013 {clock(end)} {site_zone_name()}" for start, end in local}
    return {
        "starts": min((each.starts_at for each in lessons), default=None),
        "days": days_text(sorted({start.date() for start, _ in local})),
        "times": times.pop() if len(times) == 1 else "",
        "place": ", ".join(dict.fromkeys(one_line(each.place or camp_class.place) for each in lessons)).strip(", "),
        "bring": one_line(camp_class.bring),
    }


def offered_class(facts: Mapping[str, Any], now: datetime) -> Details:
    """The schedule of the class, and the whole hours that are left of the offer."""
    camp_class = CampClass.objects.with_lessons().filter(pk=facts["class_id"]).first()
    left = datetime.fromisoformat(facts["until"]) - now
    schedule = schedule_values(camp_class, now) if camp_class else {}
    return Details({"schedule": schedule, "hours_left": left // timedelta(hours=1)})


def selected_classes(facts: Mapping[str, Any], now: datetime) -> Details:
    selections = Selection.objects.filter(student=facts["account"], camp_class__season=facts["season_id"])
    listed = selections.filter(camp_class__in=CampClass.objects.listed()).order_by("pk")
    lines = [
        {"class": one_line(each.camp_class.name), "child": one_line(child_fact(each.child))}
        for each in listed.select_related("camp_class", "child")
    ]
    return Details({"lines": lines})


def still_opens(email: OutboxEmail) -> bool:
    season = Season.objects.filter(pk=email.facts["season_id"]).first()
    if season is None or not (email.recipient and email.recipient.is_student):
        return False
    opens_at = season.opening.opens_for(is_returning=email.facts["returning"])
    return opens_at is not None and opens_at.isoformat() == email.facts["opens"]


def is_handed_over(email: OutboxEmail) -> bool:
    return bool(email.facts["before"] != email.facts["after"])


def has_changed_class(email: OutboxEmail) -> bool:
    facts = email.facts
    seats = Enrollment.objects.confirmed().filter(camp_class=facts["class_id"])
    guardianship = email.guardianship
    seats = seats.filter(child=guardianship.child_id) if guardianship else seats.filter(student=email.recipient)
    return facts["before"] != facts["after"] and seats.exists()


def is_decided(email: OutboxEmail) -> bool:
    return bool(_decisions(email.facts))


def decisions(facts: Mapping[str, Any], now: datetime) -> Details:
    """Without those about classes that were withdrawn meanwhile. The notes have a common limit."""
    lines = template_values(_decisions(facts))
    notes = [line for line in lines if line["feedback"]]
    for line in notes:
        line["feedback"] = truncatechars(line["feedback"], MAX_NOTES // len(notes))
    return Details({"lines": lines})


def _decisions(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    ids = [line["class_id"] for line in facts["lines"]]
    taught = set(CampClass.objects.filter(pk__in=ids, withdrawn_at=None).values_list("pk", flat=True))
    return [line for line in facts["lines"] if line["class_id"] in taught]


def is_waiting(email: OutboxEmail) -> bool:
    return WaitlistEntry.objects.waiting().filter(pk=email.about).exists()
