from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from classes.api.fields import BelowMinimumField, PriceNowField, SiteDayField, WallClockField
from classes.catalog.approval import denied_version
from classes.models import CampClass, Craft, Lesson, ShownClass, Status
from classes.refund_steps import steps_for_new_seat
from core.api.base import output
from core.api.fields import IdField, NameField, PictureUrlField, PriceField, SumField
from core.api.serializers import CampModelSerializer, CampSerializer

MAX_TEXT_LENGTH = 2000
FIRST_DAY = "In the camp's time zone; null without lessons."
STARTS_AT = "The start of the first lesson."
WEEKDAYS = "The weekdays of the lessons in the camp's time zone; Monday is 1."
EARLIEST_TIME = "When the lesson that is earliest in its day starts, in the camp's time zone; null without lessons."
LATEST_TIME = "When the lesson that is latest in its day ends, in the camp's time zone; null without lessons."
OFFERED = "Seats that are held for the waitlist, or reserved by the office. They count among the unsold seats."
WAITING = "Participants on the waitlist who have no offer yet."
ENDED_AT = "The end of the last lesson, after it."
LESSONS_REMOVED_AT = "When all lessons were removed; null once there are new ones. The class isn't sold meanwhile."
WITHDRAWN_AT = "When the school withdrew the class. A withdrawn class stays Denied."
SEASON = "The slug of the season; null if the class has none and is open once approved."
OPENS_AT = "When the season's registration opens; null without a season, and while the season is only announced."
RETURNING_OPENS_AT = "When it opens for families with a seat in an earlier season; null if it opens for all at once."
MIN_SEATS = "Seats that must be sold for the class to take place; null: any number."
BELOW_MINIMUM = "Whether it is approved and begins within 14 days, with fewer seats sold than its minimum."
EARLY_PRICE = "US dollars, until `earlyUntil`; null without an early price."
EARLY_UNTIL = "The last day of the early price, in the camp's time zone."
DENIED_VERSION = "Of a pending class that was denied before; else null."
PRICE_NOW = "US dollars: the early price until its last day, else the price. Without a sibling discount or a code."
INSTRUCTOR_EMAIL = "Empty if the instructor has none."
REFUND_STEPS = "The highest refund first. Empty once the class has begun."
CHILD_ID = "The child who takes part; null for the student."


class ClassOutput(CampModelSerializer):
    """A class, as everyone may see it."""

    pk = IdField(read_only=True)
    name_class = serializers.CharField(source="name", read_only=True)
    image = PictureUrlField(read_only=True)
    price = PriceField(read_only=True, help_text="US dollars; 0 is free.")
    seats = serializers.IntegerField(source="unsold_seats", read_only=True, help_text="Unsold seats.")
    instructor_name = serializers.CharField(read_only=True)
    instructor_id = IdField(read_only=True)
    instructor_email = AccountEmailField(help_text=INSTRUCTOR_EMAIL)
    status = serializers.ChoiceField(choices=Status.choices, read_only=True)
    enroll = serializers.IntegerField(source="enrolled", read_only=True, help_text="Number of enrolled students.")
    offered = serializers.IntegerField(read_only=True, help_text=OFFERED)
    waiting = serializers.IntegerField(read_only=True, help_text=WAITING)
    craft = serializers.CharField(source="craft.slug", read_only=True, allow_null=True, default=None)
    age_from = serializers.IntegerField(read_only=True, allow_null=True)
    age_to = serializers.IntegerField(read_only=True, allow_null=True)
    first_day = SiteDayField(source="first_start", read_only=True, allow_null=True, help_text=FIRST_DAY)
    last_day = SiteDayField(source="last_start", read_only=True, allow_null=True)
    starts_at = serializers.DateTimeField(source="first_start", read_only=True, allow_null=True, help_text=STARTS_AT)
    lesson_count = serializers.IntegerField(read_only=True)
    weekdays = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=7), read_only=True, help_text=WEEKDAYS
    )
    earliest_time = WallClockField(help_text=EARLIEST_TIME)
    latest_time = WallClockField(help_text=LATEST_TIME)
    lessons_removed_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text=LESSONS_REMOVED_AT)
    season = serializers.CharField(
        source="season.slug", read_only=True, allow_null=True, default=None, help_text=SEASON
    )
    opens_at = serializers.DateTimeField(
        source="season.opens_at", read_only=True, allow_null=True, default=None, help_text=OPENS_AT
    )
    returning_opens_at = serializers.DateTimeField(
        source="season.returning_opens_at",
        read_only=True,
        allow_null=True,
        default=None,
        help_text=RETURNING_OPENS_AT,
    )
    min_seats = serializers.IntegerField(read_only=True, allow_null=True, help_text=MIN_SEATS)
    early_price = PriceField(read_only=True, allow_null=True, help_text=EARLY_PRICE)
    early_until = serializers.DateField(read_only=True, allow_null=True, help_text=EARLY_UNTIL)
    price_now = PriceNowField(read_only=True, help_text=PRICE_NOW)

    class Meta:
        model = CampClass
        fields: tuple[str, ...] = (
            *("pk", "name_class", "description", "image", "price", "seats"),
            *("instructor_name", "instructor_id", "instructor_email", "status", "enroll", "offered", "waiting"),
            *("craft", "place", "bring", "age_from", "age_to", "first_day", "last_day", "starts_at", "lesson_count"),
            *("weekdays", "earliest_time", "latest_time", "lessons_removed_at"),
            *("season", "opens_at", "returning_opens_at", "min_seats", "early_price", "early_until", "price_now"),
        )
        read_only_fields: tuple[str, ...] = ("description", "place", "bring")


class ReviewedClassOutput(ClassOutput):
    """A class, as its instructor and the admins may see it."""

    ended_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text=ENDED_AT)
    withdrawn_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text=WITHDRAWN_AT)
    below_minimum = BelowMinimumField(help_text=BELOW_MINIMUM)

    class Meta(ClassOutput.Meta):
        fields = (*ClassOutput.Meta.fields, "feedback", "ended_at", "withdrawn_at", "below_minimum")
        read_only_fields = (*ClassOutput.Meta.read_only_fields, "feedback")


class OwnClassOutput(ReviewedClassOutput):
    """A class, as the list of its instructor shows it. Takes a row with ``with_income()``."""

    income = SumField(read_only=True, help_text="US dollars: the prices of the enrolled students' seats.")

    class Meta(ReviewedClassOutput.Meta):
        fields = (*ReviewedClassOutput.Meta.fields, "income")


class ListedClassOutput(ClassOutput):
    """Describes a class in the public list: ``ReviewedClassOutput`` for an admin, else ``ClassOutput``."""

    feedback = serializers.CharField(required=False)
    ended_at = serializers.DateTimeField(required=False, allow_null=True, help_text=ENDED_AT)
    withdrawn_at = serializers.DateTimeField(required=False, allow_null=True, help_text=WITHDRAWN_AT)
    below_minimum = serializers.BooleanField(required=False, help_text=BELOW_MINIMUM)

    class Meta(ClassOutput.Meta):
        fields = (*ClassOutput.Meta.fields, "feedback", "ended_at", "withdrawn_at", "below_minimum")


class LessonOutput(CampModelSerializer):
    """A lesson of a class."""

    pk = IdField(read_only=True)
    starts_at = serializers.DateTimeField(read_only=True)
    ends_at = serializers.DateTimeField(read_only=True)

    class Meta:
        model = Lesson
        fields: tuple[str, ...] = ("pk", "starts_at", "ends_at", "place")
        read_only_fields = ("place",)


class RefundStepOutput(CampSerializer):
    """What a cancellation refunds after the step before, for a student who pays now."""

    percent = serializers.IntegerField(help_text="Of the price.")
    until = serializers.DateTimeField(allow_null=True, help_text="Null with `hoursAfterPaying`, and at 0 percent.")
    hours_after_paying = serializers.IntegerField(
        allow_null=True, help_text="How long the step lasts, if that depends on when the student pays; else null."
    )


def shown_refund_steps(first_start: datetime | None) -> list[dict[str, Any]]:
    steps = steps_for_new_seat(first_start, timezone.now())
    return [output(RefundStepOutput, each) for each in steps]


class ClassWithLessonsOutput(ClassOutput):
    """A class with its lessons and its instructor."""

    lessons = LessonOutput(source="shown_lessons", many=True, read_only=True, help_text="The earliest first.")
    ended_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text=ENDED_AT)
    instructor_bio = serializers.CharField(read_only=True)
    instructor_photo = PictureUrlField(read_only=True, help_text="An absolute URL, or empty.")

    class Meta(ClassOutput.Meta):
        fields = (
            *ClassOutput.Meta.fields,
            *("lessons", "ended_at", "instructor_bio", "instructor_photo"),
        )


class ClassPageOutput(ClassWithLessonsOutput):
    """A class with its lessons, its instructor and the refunds of a cancellation."""

    refund_steps = serializers.SerializerMethodField(help_text=REFUND_STEPS)

    class Meta(ClassWithLessonsOutput.Meta):
        fields = (*ClassWithLessonsOutput.Meta.fields, "refund_steps")

    @extend_schema_field(RefundStepOutput(many=True))
    def get_refund_steps(self, camp_class: ShownClass) -> list[dict[str, Any]]:
        return shown_refund_steps(camp_class.first_start)


class DeniedVersionOutput(CampSerializer):
    """What a class said when it was denied. Takes a row of its history. Lessons have no history."""

    name_class = serializers.CharField(source="name")
    description = serializers.CharField()
    image = PictureUrlField()
    price = PriceField(help_text="US dollars; 0 is free.")
    capacity = serializers.IntegerField(help_text="All seats, including the ones that are taken.")
    craft = serializers.CharField(source="craft.slug", read_only=True, allow_null=True, default=None)
    place = serializers.CharField()
    bring = serializers.CharField()
    age_from = serializers.IntegerField(allow_null=True)
    age_to = serializers.IntegerField(allow_null=True)
    early_price = PriceField(allow_null=True, help_text=EARLY_PRICE)
    early_until = serializers.DateField(allow_null=True, help_text=EARLY_UNTIL)


class MyClassOutput(ClassPageOutput):
    """A class with its lessons, as its instructor and the admins may see it."""

    withdrawn_at = serializers.DateTimeField(read_only=True, allow_null=True)
    denied_version = serializers.SerializerMethodField(help_text=DENIED_VERSION)

    class Meta(ClassPageOutput.Meta):
        fields = (*ClassPageOutput.Meta.fields, "feedback", "withdrawn_at", "denied_version")
        read_only_fields = (*ClassPageOutput.Meta.read_only_fields, "feedback")

    @extend_schema_field(DeniedVersionOutput(allow_null=True))
    def get_denied_version(self, camp_class: CampClass) -> dict[str, Any] | None:
        version = denied_version(camp_class)
        return None if version is None else DeniedVersionOutput(version, context=self.context).data


class CraftInput(CampSerializer):
    """A kind of work that classes teach."""

    name = NameField(max_length=40)


class CraftOutput(CampModelSerializer):
    """A kind of work that classes teach."""

    class Meta:
        model = Craft
        fields = ("slug", "name")
        read_only_fields = fields


class CalendarOutput(CampSerializer):
    """The address of a user's calendar. It contains a secret that gives access to the calendar."""

    url = serializers.CharField()
