"""Serializers of classes and rosters. Field names are those of the documented API."""

from typing import Any

from rest_framework import serializers

from accounts.models import UserManager
from classes.api.fields import CraftField, LessonsField, PlaceField, SeasonCraftField, SeasonLessonsField, SiteDayField
from classes.catalog.roster import SeatState, seat_state
from classes.models import AGES_REVERSED, MAX_SEATS, CampClass, Craft, Enrollment, Lesson, Status
from core.api.fields import NameField, PictureUrlField, PriceField, SumField
from core.api.path_converters import ID_PATTERN
from core.money import validate_price
from core.names import validate_visible_line
from core.pictures.urls import MAX_URL_LENGTH

MAX_TEXT_LENGTH = 2000
MAX_AGE = 120
FIRST_DAY = "In the camp's time zone; null without lessons."
STARTS_AT = "The start of the first lesson."
WEEKDAYS = "The weekdays of the lessons in the camp's time zone; Monday is 1."
EARLIEST_TIME = "When the lesson that is earliest in its day starts, in the camp's time zone; null without lessons."
LATEST_TIME = "When the lesson that is latest in its day ends, in the camp's time zone; null without lessons."
OFFERED = "Seats that are held for participants from the waitlist. They count among the free seats."
WAITING = "Participants on the waitlist who have no offer yet."
ENDED_AT = "The end of the last lesson, after it."
LESSONS_REMOVED_AT = "When all lessons were removed; null once there are new ones. The class isn't sold meanwhile."
WITHDRAWN_AT = "When the school withdrew the class. A withdrawn class stays Denied."
CHILD_ID = "The child who takes part; null for the student."
OPTIONAL_CELLS = ("craft", "ageFrom", "ageTo", "lessons")


class ClassInput(serializers.Serializer):
    """A class as its instructor describes it. Instructor, status and enrollments in the body are ignored."""

    nameClass = NameField(source="name", max_length=40, validators=[validate_visible_line])
    description = serializers.CharField(max_length=MAX_TEXT_LENGTH, allow_blank=True, required=False)
    image = PictureUrlField(
        max_length=MAX_URL_LENGTH, help_text="An https address, or one of this site's own pictures."
    )
    price = PriceField(validators=[validate_price], help_text="US dollars; 0 is free.")
    seats = serializers.IntegerField(source="capacity", min_value=0, max_value=MAX_SEATS)
    craft = CraftField(required=False, allow_null=True, help_text="The slug of a craft.")
    place = PlaceField(required=False)
    bring = serializers.CharField(
        max_length=500, allow_blank=True, required=False, help_text="What students should bring."
    )
    ageFrom = serializers.IntegerField(
        source="age_from", min_value=0, max_value=MAX_AGE, required=False, allow_null=True
    )
    ageTo = serializers.IntegerField(source="age_to", min_value=0, max_value=MAX_AGE, required=False, allow_null=True)
    lessons = LessonsField(required=False)


class SeasonClassInput(ClassInput):
    """One class of a season file."""

    instructorEmail = serializers.EmailField(source="instructor_email", max_length=254)
    instructorName = NameField(
        source="instructor_name", max_length=100, allow_blank=True, default="", validators=[validate_visible_line]
    )
    status = serializers.CharField(allow_blank=True, default="")
    craft = SeasonCraftField(required=False, allow_null=True, help_text="The slug of a craft.")
    lessons = SeasonLessonsField(required=False, help_text="They may be in the past.")

    def to_internal_value(self, data: Any) -> Any:
        """Ignores empty cells of optional columns, which are not text."""
        return super().to_internal_value(
            {name: value for name, value in data.items() if value != "" or name not in OPTIONAL_CELLS}
        )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        youngest, oldest = attrs.get("age_from"), attrs.get("age_to")
        if youngest is not None and oldest is not None and youngest > oldest:
            raise serializers.ValidationError({"ageTo": [AGES_REVERSED]})
        return attrs

    def validate_instructorEmail(self, value: str) -> str:
        return UserManager.normalize_email(value)

    def validate_status(self, value: str) -> Status:
        if value and value.capitalize() not in Status.values:
            raise serializers.ValidationError(f"Use {', '.join(Status.values)} or nothing.")
        return Status(value.capitalize() or Status.PENDING)


class ClassChangeInput(ClassInput):
    """The new values of a class. Without ``description`` the description stays as it is."""

    seats = serializers.IntegerField(
        min_value=0, max_value=MAX_SEATS, help_text="Free seats, in addition to the enrolled ones."
    )
    enroll = serializers.IntegerField(
        min_value=0,
        max_value=MAX_SEATS,
        required=False,
        help_text="Enrolled students that the form showed, so that enrollments since then do not change the capacity.",
    )


class FeedbackInput(serializers.Serializer):
    """The reason why a class was denied."""

    feedback = serializers.CharField(max_length=MAX_TEXT_LENGTH)


class HandoverInput(serializers.Serializer):
    """The instructor who gets a class."""

    instructorId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")


class OptionalFeedbackInput(serializers.Serializer):
    """The reason why a class is denied; optional."""

    feedback = serializers.CharField(max_length=MAX_TEXT_LENGTH, allow_blank=True, default="")


class ClassOutput(serializers.ModelSerializer):
    """A class, as everyone may see it."""

    _id = serializers.CharField(source="pk", read_only=True)
    nameClass = serializers.CharField(source="name", read_only=True)
    image = PictureUrlField(read_only=True)
    price = PriceField(read_only=True, help_text="US dollars; 0 is free.")
    seats = serializers.IntegerField(source="seats_free", read_only=True, help_text="Free seats.")
    instructorName = serializers.CharField(source="instructor.name", read_only=True)
    instructorEmail = serializers.EmailField(source="instructor.email", read_only=True)
    status = serializers.ChoiceField(choices=Status.choices, read_only=True)
    enroll = serializers.IntegerField(source="enrolled", read_only=True, help_text="Number of enrolled students.")
    offered = serializers.IntegerField(read_only=True, help_text=OFFERED)
    waiting = serializers.IntegerField(read_only=True, help_text=WAITING)
    craft = serializers.CharField(source="craft.slug", read_only=True, allow_null=True, default=None)
    ageFrom = serializers.IntegerField(source="age_from", read_only=True, allow_null=True)
    ageTo = serializers.IntegerField(source="age_to", read_only=True, allow_null=True)
    firstDay = SiteDayField(source="first_start", read_only=True, allow_null=True, help_text=FIRST_DAY)
    lastDay = SiteDayField(source="last_start", read_only=True, allow_null=True)
    startsAt = serializers.DateTimeField(source="first_start", read_only=True, allow_null=True, help_text=STARTS_AT)
    lessonCount = serializers.IntegerField(source="lesson_count", read_only=True)
    weekdays = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=7), read_only=True, help_text=WEEKDAYS
    )
    earliestTime = serializers.TimeField(
        source="earliest_time", format="%H:%M", read_only=True, allow_null=True, help_text=EARLIEST_TIME
    )
    latestTime = serializers.TimeField(
        source="latest_time", format="%H:%M", read_only=True, allow_null=True, help_text=LATEST_TIME
    )
    lessonsRemovedAt = serializers.DateTimeField(
        source="lessons_removed_at", read_only=True, allow_null=True, help_text=LESSONS_REMOVED_AT
    )

    class Meta:
        model = CampClass
        fields: tuple[str, ...] = (
            *("_id", "nameClass", "description", "image", "price", "seats"),
            *("instructorName", "instructorEmail", "status", "enroll", "offered", "waiting"),
            *("craft", "place", "bring", "ageFrom", "ageTo", "firstDay", "lastDay", "startsAt", "lessonCount"),
            *("weekdays", "earliestTime", "latestTime", "lessonsRemovedAt"),
        )
        read_only_fields: tuple[str, ...] = ("description", "place", "bring")


class ReviewedClassOutput(ClassOutput):
    """A class, as its instructor and the admins may see it."""

    endedAt = serializers.DateTimeField(source="ended_at", read_only=True, allow_null=True, help_text=ENDED_AT)
    withdrawnAt = serializers.DateTimeField(
        source="withdrawn_at", read_only=True, allow_null=True, help_text=WITHDRAWN_AT
    )

    class Meta(ClassOutput.Meta):
        fields = (*ClassOutput.Meta.fields, "feedback", "endedAt", "withdrawnAt")
        read_only_fields = (*ClassOutput.Meta.read_only_fields, "feedback")


class OwnClassOutput(ReviewedClassOutput):
    """A class, as the list of its instructor shows it. Takes a row with ``with_income()``."""

    income = SumField(read_only=True, help_text="US dollars: the prices of the enrolled students' seats.")

    class Meta(ReviewedClassOutput.Meta):
        fields = (*ReviewedClassOutput.Meta.fields, "income")


class ListedClassOutput(ClassOutput):
    """Describes a class in the public list: ``ReviewedClassOutput`` for an admin, else ``ClassOutput``."""

    feedback = serializers.CharField(required=False)
    endedAt = serializers.DateTimeField(required=False, allow_null=True, help_text=ENDED_AT)
    withdrawnAt = serializers.DateTimeField(required=False, allow_null=True, help_text=WITHDRAWN_AT)

    class Meta(ClassOutput.Meta):
        fields = (*ClassOutput.Meta.fields, "feedback", "endedAt", "withdrawnAt")


class LessonOutput(serializers.ModelSerializer):
    """A lesson of a class."""

    _id = serializers.CharField(source="pk", read_only=True)
    startsAt = serializers.DateTimeField(source="starts_at", read_only=True)
    endsAt = serializers.DateTimeField(source="ends_at", read_only=True)

    class Meta:
        model = Lesson
        fields = ("_id", "startsAt", "endsAt", "place")
        read_only_fields = ("place",)


class ClassPageOutput(ClassOutput):
    """A class with its lessons and its instructor."""

    lessons = LessonOutput(source="shown_lessons", many=True, read_only=True, help_text="The earliest first.")
    endedAt = serializers.DateTimeField(source="ended_at", read_only=True, allow_null=True, help_text=ENDED_AT)
    instructorId = serializers.CharField(source="instructor.pk", read_only=True)
    instructorBio = serializers.CharField(source="instructor.bio", read_only=True)
    instructorPhoto = PictureUrlField(source="instructor.photo", read_only=True, help_text="An absolute URL, or empty.")

    class Meta(ClassOutput.Meta):
        fields = (
            *ClassOutput.Meta.fields,
            *("lessons", "endedAt", "instructorId", "instructorBio", "instructorPhoto"),
        )


class MyClassOutput(ClassPageOutput):
    """A class with its lessons, as its instructor and the admins may see it."""

    withdrawnAt = serializers.DateTimeField(source="withdrawn_at", read_only=True, allow_null=True)

    class Meta(ClassPageOutput.Meta):
        fields = (*ClassPageOutput.Meta.fields, "feedback", "withdrawnAt")
        read_only_fields = (*ClassPageOutput.Meta.read_only_fields, "feedback")


class CraftOutput(serializers.ModelSerializer):
    """A kind of work that classes teach."""

    class Meta:
        model = Craft
        fields = ("slug", "name")
        read_only_fields = fields


class EnrolledClassOutput(ClassPageOutput):
    """A class and one participant who is enrolled in it; ``_id`` and ``classId`` are both the id of the class.

    Takes a row of ``with_seats_of()`` with one of its ``own_seats`` as ``seat``.
    """

    classId = serializers.CharField(source="pk", read_only=True)
    enrolledAt = serializers.DateTimeField(source="seat.confirmed_at", read_only=True)
    enrollmentId = serializers.CharField(source="seat.pk", read_only=True)
    childId = serializers.CharField(source="seat.child_id", read_only=True, allow_null=True, help_text=CHILD_ID)
    childName = serializers.CharField(source="seat.child.name", read_only=True, allow_null=True, default=None)

    class Meta(ClassPageOutput.Meta):
        fields = (*ClassPageOutput.Meta.fields, "classId", "enrolledAt", "enrollmentId", "childId", "childName")


class RosterOutput(serializers.ModelSerializer):
    """An enrollment on the roster of a class. Takes a row of ``on_roster()``."""

    _id = serializers.CharField(source="pk", read_only=True)
    name = serializers.CharField(source="participant_name", read_only=True, help_text="Who takes part.")
    email = serializers.EmailField(source="student.email", read_only=True, help_text="That of the account.")
    guardianName = serializers.CharField(
        source="guardian_name", read_only=True, allow_null=True, help_text="The account of a child, else null."
    )
    age = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="Of a child on the day of the first lesson, without lessons today; null without a date of birth.",
    )
    since = serializers.DateTimeField(read_only=True)
    state = serializers.SerializerMethodField()

    class Meta:
        model = Enrollment
        fields = ("_id", "name", "email", "since", "state", "guardianName", "age")

    def get_state(self, enrollment: Enrollment) -> SeatState:
        """`enrolled`, or `held` while the student pays."""
        return seat_state(enrollment)


class CalendarOutput(serializers.Serializer):
    """The address of a user's calendar. It contains a secret that gives access to the calendar."""

    url = serializers.CharField()
