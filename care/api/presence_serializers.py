from typing import Any

from rest_framework import serializers

from care.api.serializers import SecondGuardianOutput
from care.models import PresenceEvent
from classes.models.season import validate_year
from core.api.fields import BoundedListField, IdField, IdInputField, NameField
from core.api.serializers import CampSerializer

STATES = ["expected", "arrived", "left", "absent"]
ARRIVED_AT = "When the participant came first; null if nobody recorded it."
LEFT_AT = "When the participant left; null while they are here."
WITH = "Who has collected the participant; empty if nobody was named."


class DayInput(CampSerializer):
    """A day in the camp's time zone."""

    date = serializers.DateField(
        required=False, validators=[validate_year], help_text="A day in the camp's time zone; by default today."
    )


class PresenceEventInput(CampSerializer):
    """What a device has recorded about a participant. `contactId`, `withName` and `reason` are about LEFT only."""

    _id = serializers.UUIDField(
        source="uuid", help_text="Chosen by the device; the same event has the same id when it is sent again."
    )
    lesson_id = IdInputField()
    enrollment_id = IdInputField()
    kind = serializers.ChoiceField(choices=PresenceEvent.Kind.choices)
    at = serializers.DateTimeField(help_text="By the clock of the device.", validators=[validate_year])
    contact_id = IdInputField(required=False, allow_null=True, help_text="The contact who collects a child.")
    with_name = NameField(
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


class PresenceInput(CampSerializer):
    """Events of one device, in any order."""

    events = BoundedListField(child=PresenceEventInput(), min_length=1, max_length=200)


class RefusedEventOutput(CampSerializer):
    """An event that was not recorded."""

    id = serializers.CharField(source="uuid")
    code = serializers.CharField(
        help_text="`barred`, `not_authorized`, `not_enrolled`, `wrong_day`, `conflicting_id`, `too_many_events`."
    )


class PresenceOutput(CampSerializer):
    """How many of the events are recorded, now or before, and which are not."""

    accepted = serializers.IntegerField(min_value=0)
    refused = RefusedEventOutput(many=True)


class AbsenceInput(CampSerializer):
    """A participant who can't come to a lesson today."""

    lesson_id = IdInputField()
    enrollment_id = IdInputField()


class TodayContactOutput(CampSerializer):
    """An emergency contact, or a person who may collect the child."""

    pk = IdField()
    name = serializers.CharField()
    relation = serializers.CharField()
    phone = serializers.CharField()
    emergency = serializers.BooleanField()
    may_pick_up = serializers.BooleanField()


class BarredOutput(CampSerializer):
    """Somebody who must not collect the child."""

    pk = IdField()
    name = serializers.CharField()
    relation = serializers.CharField()


class TodayEventOutput(CampSerializer):
    """A recorded event, for devices that compute the state together with what they have not sent yet."""

    _id = serializers.UUIDField(source="uuid")
    kind = serializers.ChoiceField(choices=PresenceEvent.Kind.choices)
    at = serializers.DateTimeField()
    with_name = serializers.CharField()
    undoes = serializers.UUIDField(allow_null=True)


def read_text(name: str) -> serializers.CharField:
    return serializers.CharField(
        source=f"texts.{name}",
        allow_null=True,
        help_text="Empty: none. Null: not known, or the user may not read it on this day.",
    )


class TodayRowOutput(CampSerializer):
    """A participant in a lesson."""

    enrollment_id = IdField(source="seat.pk")
    name = serializers.CharField(source="seat.name")
    age = serializers.IntegerField(allow_null=True, help_text="On the day; null without a date of birth.")
    registered = serializers.BooleanField(
        source="is_registered", help_text="False: the seat was canceled, but something was recorded before or after."
    )
    allergies = read_text("allergies")
    what_to_do = read_text("what_to_do")
    medication = read_text("medication")
    needs = read_text("needs")
    diet = read_text("diet")
    doctor = read_text("doctor")
    readable = serializers.BooleanField(source="is_readable", help_text="False: the care sheet can't be decrypted.")
    contacts = TodayContactOutput(many=True, help_text="Empty for somebody who takes part themself.")
    barred = BarredOutput(many=True)
    missing = serializers.ListField(child=serializers.CharField(), help_text="The paperwork that is missing.")
    state = serializers.ChoiceField(source="presence.state", choices=STATES)
    at = serializers.DateTimeField(source="presence.at", allow_null=True, help_text="Since when the state is so.")
    guardian_name = serializers.CharField(allow_null=True, default=None)
    guardian_phone = serializers.CharField(allow_null=True, default=None)
    second_guardians = SecondGuardianOutput(many=True, help_text="They can be called, and may collect as a contact.")
    events = TodayEventOutput(many=True)
    with_ = serializers.CharField(source="presence.with_name", help_text=WITH)


class TodayLessonOutput(CampSerializer):
    """A lesson of the day."""

    lesson_id = IdField(source="lesson.pk")
    class_id = IdField(source="lesson.class_id")
    name_class = serializers.CharField(source="lesson.class_name")
    place = serializers.CharField(source="lesson.place")
    starts_at = serializers.DateTimeField(source="lesson.starts_at")
    ends_at = serializers.DateTimeField(source="lesson.ends_at")
    instructor_id = IdField(source="lesson.instructor_id")
    instructor_name = serializers.CharField(source="lesson.instructor_name")
    substitute_id = IdField(source="lesson.substitute_id", allow_null=True)
    substitute_name = serializers.CharField(source="lesson.substitute_name", allow_null=True)
    rows = TodayRowOutput(many=True, help_text="By name.")


class ParticipantAttendanceOutput(CampSerializer):
    """A participant in a lesson. Takes an ``Attendance``."""

    lesson_id = IdField(source="lesson.pk")
    starts_at = serializers.DateTimeField(source="lesson.starts_at")
    ends_at = serializers.DateTimeField(source="lesson.ends_at")
    class_id = IdField(source="lesson.camp_class_id")
    enrollment_id = IdField(source="enrollment.pk")
    name = serializers.CharField(source="enrollment.participant_name")
    state = serializers.ChoiceField(source="presence.state", choices=STATES)
    arrived_at = serializers.DateTimeField(source="presence.arrived_at", allow_null=True, help_text=ARRIVED_AT)
    left_at = serializers.DateTimeField(source="presence.left_at", allow_null=True, help_text=LEFT_AT)
    with_ = serializers.CharField(source="presence.with_name", help_text=WITH)


class AttendanceOutput(ParticipantAttendanceOutput):
    """A participant in a lesson, for staff. Takes an ``Attendance``."""

    events = TodayEventOutput(many=True, help_text="What was recorded; a correction takes these back.")


class FamilyAttendanceOutput(ParticipantAttendanceOutput):
    """A participant of one's account in a lesson. Takes an ``Attendance``."""

    absence_id = serializers.UUIDField(
        source="absence.uuid",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="The absence that the family can take back.",
    )
