from typing import Any, Literal

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers import AccountEmailField, ChildIdField
from classes.api.fields import SiteDayField, WallClockField
from classes.api.serializers import (
    CHILD_ID,
    EARLIEST_TIME,
    EARLY_PRICE,
    EARLY_UNTIL,
    FIRST_DAY,
    INSTRUCTOR_EMAIL,
    LATEST_TIME,
    LESSONS_REMOVED_AT,
    MIN_SEATS,
    OFFERED,
    OPENS_AT,
    PRICE_NOW,
    REFUND_STEPS,
    RETURNING_OPENS_AT,
    SEASON,
    STARTS_AT,
    WAITING,
    WEEKDAYS,
    ClassWithLessonsOutput,
    LessonOutput,
    RefundStepOutput,
    shown_refund_steps,
)
from classes.models import Selection
from core.api.fields import IdField, PictureUrlField, PriceField
from core.api.openapi import InsertedOutput
from core.api.serializers import CampModelSerializer, CampSerializer

OPENS_FOR_ME = "From when the student can pay; null if they can now, or if `opensAt` isn't known yet."
NO_HOLD = "Null without a hold."
NEXT_CLASS_ID = "The class in a later season that was copied from this one; null if it can't be booked."


class SelectionInput(CampSerializer):
    """The class to select, and the participant. The other fields of the documented body are ignored."""

    class_id = IdField()
    child_id = ChildIdField(help_text="Without it the user takes part.")


class ClashOutput(CampSerializer):
    """Another class that the participant has booked, holds or has selected, with a lesson at the same time."""

    class_id = IdField()
    name_class = serializers.CharField(source="name")
    starts_at = serializers.DateTimeField(
        help_text="The start of the first lesson of the chosen class at the same time."
    )


class ClashesOfParticipantOutput(CampSerializer):
    """A class, and what a participant of the family has at the same time."""

    class_id = IdField()
    child_id = IdField(allow_null=True, help_text=CHILD_ID)
    clashes = ClashOutput(many=True)


class SelectedOutput(InsertedOutput):
    """The id of the new selection, and the participant's other classes at the same time."""

    clashes = ClashOutput(many=True)


class SelectionOutput(CampModelSerializer):
    """A selection with the current values of its class; ``_id`` is the id of the selection."""

    pk = IdField(read_only=True)
    class_id = IdField(source="camp_class_id", read_only=True)
    email = AccountEmailField(source="student_email", help_text="The student's e-mail address, if any.")
    child_id = IdField(read_only=True, allow_null=True, help_text=CHILD_ID)
    child_name = serializers.CharField(read_only=True, allow_null=True)
    name_class = serializers.CharField(source="shown_class.name", read_only=True)
    description = serializers.CharField(source="shown_class.description", read_only=True)
    image = PictureUrlField(source="shown_class.image", read_only=True)
    price = PriceField(
        read_only=True,
        help_text="US dollars; 0 is free. The price of the class now, or of the hold if that is lower.",
    )
    seats = serializers.IntegerField(source="shown_class.unsold_seats", read_only=True, help_text="Unsold seats.")
    instructor_name = serializers.CharField(source="shown_class.instructor_name", read_only=True)
    instructor_email = AccountEmailField(source="shown_class.instructor_email", help_text=INSTRUCTOR_EMAIL)
    enroll = serializers.IntegerField(source="shown_class.enrolled", read_only=True)
    offered = serializers.IntegerField(source="shown_class.offered", read_only=True, help_text=OFFERED)
    waiting = serializers.IntegerField(source="shown_class.waiting", read_only=True, help_text=WAITING)
    craft = serializers.CharField(source="shown_class.craft.slug", read_only=True, allow_null=True, default=None)
    place = serializers.CharField(source="shown_class.place", read_only=True)
    bring = serializers.CharField(source="shown_class.bring", read_only=True)
    age_from = serializers.IntegerField(source="shown_class.age_from", read_only=True, allow_null=True)
    age_to = serializers.IntegerField(source="shown_class.age_to", read_only=True, allow_null=True)
    first_day = SiteDayField(source="shown_class.first_start", read_only=True, allow_null=True, help_text=FIRST_DAY)
    last_day = SiteDayField(source="shown_class.last_start", read_only=True, allow_null=True)
    starts_at = serializers.DateTimeField(
        source="shown_class.first_start", read_only=True, allow_null=True, help_text=STARTS_AT
    )
    lesson_count = serializers.IntegerField(source="shown_class.lesson_count", read_only=True)
    weekdays = serializers.ListField(
        source="shown_class.weekdays",
        child=serializers.IntegerField(min_value=1, max_value=7),
        read_only=True,
        help_text=WEEKDAYS,
    )
    earliest_time = WallClockField(source="shown_class.earliest_time", help_text=EARLIEST_TIME)
    latest_time = WallClockField(source="shown_class.latest_time", help_text=LATEST_TIME)
    lessons_removed_at = serializers.DateTimeField(
        source="shown_class.lessons_removed_at", read_only=True, allow_null=True, help_text=LESSONS_REMOVED_AT
    )
    season = serializers.CharField(
        source="shown_class.season.slug", read_only=True, allow_null=True, default=None, help_text=SEASON
    )
    opens_at = serializers.DateTimeField(
        source="shown_class.season.opens_at", read_only=True, allow_null=True, default=None, help_text=OPENS_AT
    )
    returning_opens_at = serializers.DateTimeField(
        source="shown_class.season.returning_opens_at",
        read_only=True,
        allow_null=True,
        default=None,
        help_text=RETURNING_OPENS_AT,
    )
    opens_for_me = serializers.DateTimeField(read_only=True, allow_null=True, help_text=OPENS_FOR_ME)
    min_seats = serializers.IntegerField(
        source="shown_class.min_seats", read_only=True, allow_null=True, help_text=MIN_SEATS
    )
    early_price = PriceField(source="shown_class.early_price", read_only=True, allow_null=True, help_text=EARLY_PRICE)
    early_until = serializers.DateField(
        source="shown_class.early_until", read_only=True, allow_null=True, help_text=EARLY_UNTIL
    )
    price_now = PriceField(read_only=True, help_text=f"{PRICE_NOW} A hold keeps a lower one.")
    refund_steps = serializers.SerializerMethodField(help_text=REFUND_STEPS)
    status = serializers.SerializerMethodField()
    held_until = serializers.DateTimeField(
        source="hold.held_until",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="End of the hold; null without a hold.",
    )
    offered_until = serializers.DateTimeField(
        source="hold.offered_until",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="Until when the seat is offered to a participant from the waitlist; null without an offer.",
    )
    reserved_until = serializers.DateTimeField(
        source="hold.reserved_until",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="Until when the office has reserved the seat; null without a reservation.",
    )
    held_price = PriceField(
        source="hold.price",
        allow_null=True,
        default=None,
        read_only=True,
        help_text="The price of the hold; null without a hold.",
    )
    list_price = PriceField(
        source="hold.list_price", allow_null=True, default=None, read_only=True, help_text=f"Of the hold. {NO_HOLD}"
    )
    discount = PriceField(
        source="hold.discount", allow_null=True, default=None, read_only=True, help_text=f"Of the hold. {NO_HOLD}"
    )
    discount_text = serializers.CharField(
        source="hold.discount_text", allow_null=True, default=None, read_only=True, help_text=f"Its reason. {NO_HOLD}"
    )

    class Meta:
        model = Selection
        fields = (
            *("pk", "class_id", "email", "name_class", "description", "image", "price", "seats"),
            *("instructor_name", "instructor_email", "enroll", "offered", "waiting"),
            *("status", "held_until", "held_price", "offered_until", "reserved_until"),
            *("list_price", "discount", "discount_text"),
            *("craft", "place", "bring", "age_from", "age_to", "first_day", "last_day", "starts_at", "lesson_count"),
            *("weekdays", "earliest_time", "latest_time", "lessons_removed_at", "child_id", "child_name"),
            *("season", "opens_at", "returning_opens_at", "opens_for_me", "min_seats"),
            *("early_price", "early_until", "price_now", "refund_steps"),
        )

    @extend_schema_field(RefundStepOutput(many=True))
    def get_refund_steps(self, selection: Selection) -> list[dict[str, Any]]:
        return shown_refund_steps(selection.shown_class.first_start)

    def get_status(self, selection: Selection) -> Literal["Selected"]:
        return "Selected"


class LessonRowOutput(LessonOutput):
    """A lesson of ``with_lesson_rows()``."""

    def to_representation(self, row: list[Any]) -> dict[str, str]:
        """Returns the times as in every other response; PostgreSQL writes them with +00:00."""
        pk, starts_at, ends_at, place = row
        times = {"startsAt": starts_at.replace("+00:00", "Z"), "endsAt": ends_at.replace("+00:00", "Z")}
        return {"_id": str(pk), **times, "place": place}


class EnrolledClassOutput(ClassWithLessonsOutput):
    """A class and one participant who is enrolled in it; ``_id`` and ``classId`` are both the id of the class.

    Takes a row of ``enrolled_classes()``.
    """

    lessons = LessonRowOutput(source="lesson_rows", many=True, read_only=True, help_text="The earliest first.")
    class_id = IdField(source="pk", read_only=True)
    enrolled_at = serializers.DateTimeField(source="seat.confirmed_at", read_only=True)
    enrollment_id = IdField(source="seat.pk", read_only=True)
    child_id = IdField(source="seat.child_id", read_only=True, allow_null=True, help_text=CHILD_ID)
    child_name = serializers.CharField(source="seat.child_name", read_only=True, allow_null=True)
    next_class_id = IdField(read_only=True, allow_null=True, help_text=NEXT_CLASS_ID)

    class Meta(ClassWithLessonsOutput.Meta):
        fields = (
            *ClassWithLessonsOutput.Meta.fields,
            *("class_id", "enrolled_at", "enrollment_id", "child_id", "child_name", "next_class_id"),
        )
