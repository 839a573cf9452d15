from rest_framework import serializers

from accounts.api.serializers import AccountEmailField, ChildIdField
from classes.api.selection_serializers import ClashOutput
from classes.api.serializers import CHILD_ID
from classes.models import WaitlistEntry
from core.api.fields import IdField, IdInputField, PriceField
from core.api.serializers import CampModelSerializer, CampSerializer

STATE = "`WAITING`, or `OFFERED` while a seat is held for the participant."
OFFERED_UNTIL = "Until when the seat is offered; null while the participant waits."
POSITION = "1 is the next to get a seat; null while the participant has an offer."


class WaitlistInput(CampSerializer):
    """The class to wait for, and the participant."""

    class_id = IdField()
    child_id = ChildIdField(help_text="Without it the user takes part.")


class DeskWaitlistInput(CampSerializer):
    """The account, the class to wait for, and the participant."""

    user_id = IdInputField()
    class_id = IdInputField()
    child_id = ChildIdField(help_text="Without it the account holder takes part.")


class JoinedWaitlistOutput(CampSerializer):
    """The id of the new entry, its position, and the participant's other classes at the same time."""

    inserted_id = IdField(source="entry.pk")
    position = serializers.IntegerField(source="entry.position", help_text="1 is the next to get a seat.")
    clashes = ClashOutput(many=True)


class NextReasonInput(CampSerializer):
    """Why this participant gets the next open seat. It is kept with the entry."""

    reason = serializers.CharField(max_length=500)


class WaitlistEntryOutput(CampModelSerializer):
    """An entry of the user's own or of their child. Takes a row of ``with_position()``."""

    pk = IdField(read_only=True)
    class_id = IdField(source="camp_class_id", read_only=True)
    name_class = serializers.CharField(source="camp_class.name", read_only=True)
    child_id = IdField(read_only=True, allow_null=True, help_text=CHILD_ID)
    child_name = serializers.CharField(source="child.name", read_only=True, allow_null=True, default=None)
    position = serializers.IntegerField(read_only=True, allow_null=True, help_text=POSITION)
    of = serializers.IntegerField(read_only=True, help_text="How many participants wait for a seat in the class.")
    state = serializers.ChoiceField(choices=WaitlistEntry.ACTIVE, read_only=True, help_text=STATE)
    offered_until = serializers.DateTimeField(
        source="offer.offered_until", read_only=True, allow_null=True, default=None, help_text=OFFERED_UNTIL
    )
    price = PriceField(
        read_only=True, help_text="US dollars; the price of the class now, or of the offer if that is lower."
    )

    class Meta:
        model = WaitlistEntry
        fields = (
            *("pk", "class_id", "name_class", "child_id", "child_name"),
            *("position", "of", "state", "offered_until", "price"),
        )


class ClassWaitlistOutput(CampModelSerializer):
    """An entry, as the instructor of the class and the admins see it. Takes a row of ``with_position()``."""

    pk = IdField(read_only=True)
    name = serializers.CharField(source="participant_name", read_only=True, help_text="Who waits for a seat.")
    email = AccountEmailField(source="student.email", help_text="The address of the account, if it has one.")
    guardian_name = serializers.CharField(
        read_only=True, allow_null=True, help_text="The account of a child, else null."
    )
    position = serializers.IntegerField(read_only=True, allow_null=True, help_text=POSITION)
    is_next = serializers.BooleanField(
        read_only=True, help_text="Whether an admin has put the participant before the others."
    )
    state = serializers.ChoiceField(choices=WaitlistEntry.ACTIVE, read_only=True, help_text=STATE)
    joined_at = serializers.DateTimeField(read_only=True)
    offered_until = serializers.DateTimeField(
        source="offer.offered_until", read_only=True, allow_null=True, default=None, help_text=OFFERED_UNTIL
    )

    class Meta:
        model = WaitlistEntry
        fields = ("pk", "name", "email", "guardian_name", "position", "is_next", "state", "joined_at", "offered_until")
