from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from classes.api.serializers import LessonOutput
from classes.catalog.roster import SeatState, seat_state
from classes.models import Enrollment
from core.api.fields import IdField
from core.api.serializers import CampModelSerializer


class RosterOutput(CampModelSerializer):
    """An enrollment on the roster of a class. Takes a row of ``on_roster()``."""

    pk = IdField(read_only=True)
    user_id = IdField(source="student_id", read_only=True, help_text="The account.")
    name = serializers.CharField(source="participant_name", read_only=True, help_text="Who takes part.")
    email = AccountEmailField(source="student.email", help_text="The address of the account, if it has one.")
    guardian_name = serializers.CharField(
        read_only=True, allow_null=True, help_text="The account of a child, else null."
    )
    age = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The age of a child on the day of the first lesson (without lessons today); null if not known.",
    )
    since = serializers.DateTimeField(read_only=True)
    state = serializers.SerializerMethodField()

    class Meta:
        model = Enrollment
        fields = ("pk", "user_id", "name", "email", "since", "state", "guardian_name", "age")

    def get_state(self, enrollment: Enrollment) -> SeatState:
        """`enrolled`, or `held` while the student pays."""
        return seat_state(enrollment)


class SubstitutedLessonOutput(LessonOutput):
    """A lesson with its class and the name of the class's instructor."""

    place = serializers.CharField(source="shown_place", read_only=True)
    class_id = IdField(source="camp_class_id", read_only=True)
    name_class = serializers.CharField(source="camp_class.name", read_only=True)
    instructor_name = serializers.CharField(source="camp_class.instructor.name", read_only=True)

    class Meta(LessonOutput.Meta):
        fields = (*LessonOutput.Meta.fields, "class_id", "name_class", "instructor_name")
