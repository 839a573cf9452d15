from typing import Any, Literal

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers import AccountEmailField, ChildIdField
from classes.api.serializers import (
    CHILD_ID,
    PRICE_NOW,
    REFUND_STEPS,
    ClassOutput,
    ClassWithLessonsOutput,
    LessonOutput,
    RefundStepOutput,
    shown_refund_steps,
)
from classes.models import Selection
from core.api.fields import IdField, PriceField
from core.api.openapi import InsertedOutput
from core.api.serializers import CampModelSerializer, CampSerializer, wire_name

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


OF_CLASS = (
    *("name_class", "description", "image", "seats", "instructor_name", "instructor_email", "enroll", "offered"),
    *("waiting", "craft", "place", "bring", "age_from", "age_to", "first_day", "last_day", "starts_at", "lesson_count"),
    *("weekdays", "earliest_time", "latest_time", "lessons_removed_at"),
    *("season", "opens_at", "returning_opens_at", "min_seats", "early_price", "early_until"),
)
"""The fields of ``ClassOutput`` that a selection has too, of its class."""


class SelectionOutput(CampModelSerializer):
    """A selection with the current values of its class; ``_id`` is the id of the selection."""

    pk = IdField(read_only=True)
    class_id = IdField(source="camp_class_id", read_only=True)
    email = AccountEmailField(source="student_email", help_text="The student's e-mail address, if any.")
    child_id = IdField(read_only=True, allow_null=True, help_text=CHILD_ID)
    child_name = serializers.CharField(read_only=True, allow_null=True)
    price = PriceField(
        read_only=True,
        help_text="US dollars; 0 is free. The price of the class now, or of the hold if that is lower.",
    )
    price_now = PriceField(read_only=True, help_text=f"{PRICE_NOW} A hold keeps a lower one.")
    opens_for_me = serializers.DateTimeField(read_only=True, allow_null=True, help_text=OPENS_FOR_ME)
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
            *("pk", "class_id", "email", "child_id", "child_name", "price", "price_now", "opens_for_me"),
            *("refund_steps", "status", "held_until", "offered_until", "reserved_until"),
            *("held_price", "list_price", "discount", "discount_text"),
        )

    def get_fields(self) -> dict[str, serializers.Field]:
        fields, of_class = super().get_fields(), ClassOutput().get_fields()
        for name in map(wire_name, OF_CLASS):
            fields[name] = of_class[name]
            fields[name].source = f"shown_class.{of_class[name].source or name}"
        return fields

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
