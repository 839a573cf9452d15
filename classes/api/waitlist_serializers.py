"""Serializers of the waitlist."""

from rest_framework import serializers

from accounts.api.serializers import AccountEmailField, ChildIdField
from classes.api.selection_serializers import ClashOutput
from classes.api.serializers import CHILD_ID
from classes.models import WaitlistEntry
from core.api.fields import PriceField

STATE = "`WAITING`, or `OFFERED` while a seat is held for the participant."
OFFERED_UNTIL = "Until when the seat is offered; null while the participant waits."
POSITION = "1 is the next to get a seat; null while the participant has an offer."


class WaitlistInput(serializers.Serializer):
    """The class to wait for, and the participant."""

    classId = serializers.CharField()
    childId = ChildIdField(help_text="Without it the user takes part.")


class JoinedWaitlistOutput(serializers.Serializer):
    """The id of the new entry, its position, and the participant's other classes at the same time."""

    insertedId = serializers.CharField(source="entry.pk")
    position = serializers.IntegerField(source="entry.position", help_text="1 is the next to get a seat.")
    clashes = ClashOutput(many=True)


class NextReasonInput(serializers.Serializer):
    """Why this participant gets the next free seat. It is kept with the entry."""

    reason = serializers.CharField(max_length=500)


class WaitlistEntryOutput(serializers.ModelSerializer):
    """An entry of the user's own or of their child. Takes a row of ``with_position()``."""

    _id = serializers.CharField(source="pk", read_only=True)
    classId = serializers.CharField(source="camp_class_id", read_only=True)
    nameClass = serializers.CharField(source="camp_class.name", read_only=True)
    childId = serializers.CharField(source="child_id", read_only=True, allow_null=True, help_text=CHILD_ID)
    childName = serializers.CharField(source="child.name", read_only=True, allow_null=True, default=None)
    position = serializers.IntegerField(read_only=True, allow_null=True, help_text=POSITION)
    of = serializers.IntegerField(read_only=True, help_text="How many participants wait for a seat in the class.")
    state = serializers.ChoiceField(choices=WaitlistEntry.ACTIVE, read_only=True, help_text=STATE)
    offeredUntil = serializers.DateTimeField(
        source="offer.offered_until", read_only=True, allow_null=True, default=None, help_text=OFFERED_UNTIL
    )
    price = PriceField(
        read_only=True, help_text="US dollars; the price of the class now, or of the offer if that is lower."
    )

    class Meta:
        model = WaitlistEntry
        fields = (
            *("_id", "classId", "nameClass", "childId", "childName"),
            *("position", "of", "state", "offeredUntil", "price"),
        )


class ClassWaitlistOutput(serializers.ModelSerializer):
    """An entry, as the instructor of the class and the admins see it. Takes a row of ``with_position()``."""

    _id = serializers.CharField(source="pk", read_only=True)
    name = serializers.CharField(source="participant_name", read_only=True, help_text="Who waits for a seat.")
    email = AccountEmailField(source="student.email", help_text="The address of the account, if it has one.")
    guardianName = serializers.CharField(
        source="guardian_name", read_only=True, allow_null=True, help_text="The account of a child, else null."
    )
    position = serializers.IntegerField(read_only=True, allow_null=True, help_text=POSITION)
    isNext = serializers.BooleanField(
        source="is_next", read_only=True, help_text="Whether an admin has put the participant before the others."
    )
    state = serializers.ChoiceField(choices=WaitlistEntry.ACTIVE, read_only=True, help_text=STATE)
    joinedAt = serializers.DateTimeField(source="joined_at", read_only=True)
    offeredUntil = serializers.DateTimeField(
        source="offer.offered_until", read_only=True, allow_null=True, default=None, help_text=OFFERED_UNTIL
    )

    class Meta:
        model = WaitlistEntry
        fields = ("_id", "name", "email", "guardianName", "position", "isNext", "state", "joinedAt", "offeredUntil")
