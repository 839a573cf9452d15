"""Serializers of presence: who is expected, has arrived, has left."""

import datetime
from typing import Any

from rest_framework import serializers

from care.models import PresenceEvent
from classes.models.season import validate_year
from core.api.fields import BoundedListField, NameField
from core.api.path_converters import ID_PATTERN

STATES = ["expected", "arrived", "left", "absent"]
FIRST_DAY, LAST_DAY = datetime.date(2000, 1, 1), datetime.date(2200, 1, 1)
ARRIVED_AT = "When the participant came first; null if nobody recorded it."
LEFT_AT = "When the participant left; null while they are here."
WITH = "Who has collected the participant; empty if nobody was named."


class DayInput(serializers.Serializer):
    """A day in the camp's time zone."""

    date = serializers.DateField(required=False, help_text="A day in the camp's time zone; by default today.")

    def validate_date(self, value: datetime.date) -> datetime.date:
        if not FIRST_DAY <= value < LAST_DAY:
            raise serializers.ValidationError("Please choose another day.")
        return value


class PresenceEventInput(serializers.Serializer):
    """What a device has recorded about a participant. `contactId`, `withName` and `reason` are about LEFT only."""

    _id = serializers.UUIDField(help_text="Chosen by the device; the same event has the same id when it is sent again.")
    lessonId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")
    enrollmentId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")
    kind = serializers.ChoiceField(choices=PresenceEvent.Kind.choices)
    at = serializers.DateTimeField(help_text="By the clock of the device.", validators=[validate_year])
    contactId = serializers.RegexField(
        rf"\A{ID_PATTERN}\Z", required=False, allow_null=True, help_text="The contact who collects a child."
    )
    withName = NameField(
        max_length=100,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="Who collects the child, if it isn't a contact: the guardian's name, or anybody's with a reason.",
    )
    reason = serializers.CharField(
        max_length=500,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="Why the child leaves with somebody who isn't on the list. The guardian gets an e-mail.",
    )
    undoes = serializers.UUIDField(
        required=False, allow_null=True, help_text="The event that an UNDO takes back; required for it."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] == PresenceEvent.Kind.UNDO and not attrs.get("undoes"):
            raise serializers.ValidationError({"undoes": ["This field is required."]})
        return attrs


class PresenceInput(serializers.Serializer):
    """Events of one device, in any order."""

    events = BoundedListField(child=PresenceEventInput(), min_length=1, max_length=200)


class RefusedEventOutput(serializers.Serializer):
    """An event that was not recorded."""

    id = serializers.CharField(source="uuid")
    code = serializers.CharField(
        help_text="`barred`, `not_authorized`, `not_enrolled`, `wrong_day`, `conflicting_id`, `too_many_events`."
    )


class PresenceOutput(serializers.Serializer):
    """How many of the events are recorded, now or before, and which are not."""

    accepted = serializers.IntegerField(min_value=0)
    refused = RefusedEventOutput(many=True)


class AbsenceInput(serializers.Serializer):
    """A participant who can't come to a lesson today."""

    lessonId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")
    enrollmentId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")


class TodayContactOutput(serializers.Serializer):
    """An emergency contact, or a person who may collect the child."""

    _id = serializers.CharField(source="pk")
    name = serializers.CharField()
    relation = serializers.CharField()
    phone = serializers.CharField()
    emergency = serializers.BooleanField()
    mayPickUp = serializers.BooleanField(source="may_pick_up")


class BarredOutput(serializers.Serializer):
    """Somebody who must not collect the child."""

    _id = serializers.CharField(source="pk")
    name = serializers.CharField()
    relation = serializers.CharField()


class TodayEventOutput(serializers.Serializer):
    """A recorded event, for devices that compute the state together with what they have not sent yet."""

    _id = serializers.UUIDField(source="uuid")
    kind = serializers.ChoiceField(choices=PresenceEvent.Kind.choices)
    at = serializers.DateTimeField()
    withName = serializers.CharField(source="with_name")
    undoes = serializers.UUIDField(allow_null=True)


class TodayRowOutput(serializers.Serializer):
    """A participant in a lesson."""

    enrollmentId = serializers.CharField(source="enrollment.pk")
    name = serializers.CharField(source="enrollment.participant_name")
    age = serializers.IntegerField(allow_null=True, help_text="On the day; null without a date of birth.")
    registered = serializers.BooleanField(
        source="is_registered", help_text="False: the seat was canceled, but something was recorded before or after."
    )
    allergies = serializers.CharField(
        allow_null=True, help_text="Empty: none. Null: not known, or the user may not read it on this day."
    )
    readable = serializers.BooleanField(source="is_readable", help_text="False: the care sheet can't be decrypted.")
    contacts = TodayContactOutput(many=True, help_text="Empty for somebody who takes part themself.")
    barred = BarredOutput(many=True)
    missing = serializers.ListField(child=serializers.CharField(), help_text="The paperwork that is missing.")
    state = serializers.ChoiceField(source="presence.state", choices=STATES)
    at = serializers.DateTimeField(source="presence.at", allow_null=True, help_text="Since when the state is so.")
    guardianName = serializers.CharField(source="guardian.name", allow_null=True, default=None)
    guardianPhone = serializers.CharField(source="guardian.phone", allow_null=True, default=None)
    events = TodayEventOutput(many=True)

    def get_fields(self) -> dict[str, serializers.Field]:
        """Adds ``with``, which is no name in Python."""
        return super().get_fields() | {"with": serializers.CharField(source="presence.with_name", help_text=WITH)}


class TodayLessonOutput(serializers.Serializer):
    """A lesson of the day."""

    lessonId = serializers.CharField(source="lesson.pk")
    classId = serializers.CharField(source="lesson.camp_class_id")
    nameClass = serializers.CharField(source="lesson.camp_class.name")
    place = serializers.CharField(source="lesson.shown_place")
    startsAt = serializers.DateTimeField(source="lesson.starts_at")
    endsAt = serializers.DateTimeField(source="lesson.ends_at")
    instructorName = serializers.CharField(source="lesson.camp_class.instructor.name")
    substituteId = serializers.CharField(source="lesson.substitute_id", allow_null=True)
    substituteName = serializers.CharField(source="lesson.substitute.name", allow_null=True, default=None)
    rows = TodayRowOutput(many=True, help_text="By name.")


class AttendanceOutput(serializers.Serializer):
    """A participant in a lesson. Takes an ``Attendance``."""

    lessonId = serializers.CharField(source="lesson.pk")
    startsAt = serializers.DateTimeField(source="lesson.starts_at")
    endsAt = serializers.DateTimeField(source="lesson.ends_at")
    classId = serializers.CharField(source="lesson.camp_class_id")
    enrollmentId = serializers.CharField(source="enrollment.pk")
    name = serializers.CharField(source="enrollment.participant_name")
    state = serializers.ChoiceField(source="presence.state", choices=STATES)
    arrivedAt = serializers.DateTimeField(source="presence.arrived_at", allow_null=True, help_text=ARRIVED_AT)
    leftAt = serializers.DateTimeField(source="presence.left_at", allow_null=True, help_text=LEFT_AT)

    def get_fields(self) -> dict[str, serializers.Field]:
        return super().get_fields() | {"with": serializers.CharField(source="presence.with_name", help_text=WITH)}


class FamilyAttendanceOutput(AttendanceOutput):
    """A participant of one's account in a lesson. Takes an ``Attendance``."""

    absenceId = serializers.UUIDField(
        source="absence.uuid",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="The absence that the family can take back.",
    )
