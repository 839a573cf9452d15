from datetime import datetime

from django.db import models, transaction

from accounts.models import User
from classes.alerts import withdraw_pending
from classes.catalog.withdrawal import is_over
from classes.emails import class_facts
from classes.models import CampClass, Status
from classes.seats.locks import lock_class, refuse_withdrawn
from classes.waitlist.entries import close_waitlist
from core.errors import DomainError
from mail import outbox
from mail.models import OutboxEmail


class AlreadyDecided(DomainError):
    code = "already_decided"

    def __init__(self, status: str) -> None:
        super().__init__(f"This class has already been {status.lower()}.")


class NotDenied(DomainError):
    code = "not_denied"
    message = "You can only give feedback on a denied class."


class LessonsOver(DomainError):
    code = "lessons_over"
    message = "All lessons of this class are over. Please ask its instructor for new dates first."


class InstructorGone(DomainError):
    code = "instructor_gone"
    message = "The instructor of this class can't teach anymore. Please give it to someone else first."


def approve_class(*, camp_class_id: int, now: datetime) -> None:
    with transaction.atomic():
        instructor = _lock_instructor(camp_class_id)
        camp_class = _lock_pending(camp_class_id)
        # Also if the class was handed over while this waited for its lock.
        if instructor is None or camp_class.instructor_id != instructor.pk:
            raise InstructorGone
        if is_over(camp_class, now):
            raise LessonsOver
        _save(camp_class, Status.APPROVED, "", now)


def deny_class(*, camp_class_id: int, feedback: str = "", now: datetime) -> None:
    with transaction.atomic():
        camp_class = _lock_pending(camp_class_id)
        _save(camp_class, Status.DENIED, feedback, now)
        close_waitlist(camp_class=camp_class, why="denied", now=now)


def give_feedback(*, camp_class_id: int, feedback: str, now: datetime) -> bool:
    with transaction.atomic():
        camp_class = lock_class(camp_class_id)
        refuse_withdrawn(camp_class)
        if camp_class.status != Status.DENIED:
            raise NotDenied
        if camp_class.feedback == feedback:
            return False
        _save(camp_class, Status.DENIED, feedback, now)
    return True


def denied_version(camp_class: CampClass) -> models.Model | None:
    if camp_class.status != Status.PENDING:
        return None
    denied = camp_class.history.filter(status=Status.DENIED)
    version: models.Model | None = denied.order_by("-history_date", "-history_id").first()
    return version


def _lock_instructor(camp_class_id: int) -> User | None:
    # None if the instructor can't teach anymore. The lock keeps the role until the commit.
    teaching = User.objects.instructors() | User.objects.admins()
    own = CampClass.objects.filter(pk=camp_class_id).values("instructor")
    return teaching.filter(pk__in=own).select_for_update(no_key=True).first()


def _lock_pending(camp_class_id: int) -> CampClass:
    # The lock serializes two admins, so that the second one sees the first decision.
    camp_class = lock_class(camp_class_id)
    refuse_withdrawn(camp_class)
    if camp_class.status != Status.PENDING:
        raise AlreadyDecided(camp_class.status)
    return camp_class


def _save(camp_class: CampClass, status: Status, feedback: str, now: datetime) -> None:
    camp_class.status, camp_class.feedback = status, feedback
    camp_class.save(update_fields=["status", "feedback"])
    withdraw_pending(camp_class=camp_class)
    outbox.put_or_merge(
        OutboxEmail.Kind.CLASS_DECIDED,
        recipient_id=camp_class.instructor_id,
        topic="decisions",
        facts={"lines": [class_facts(camp_class) | {"status": status.value, "feedback": feedback}]},
        lines_by="class_id",
        now=now,
    )
