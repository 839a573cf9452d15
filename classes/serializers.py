"""What goes over the wire about classes, in the names that are documented."""

import unicodedata
from decimal import Decimal
from typing import Any, Literal

from django.core.exceptions import ValidationError
from rest_framework import serializers

from accounts.models import UserManager
from camp.lib.api import PriceField
from camp.lib.money import HIGHEST_PRICE, LOWEST_CARD_PRICE, is_a_price
from camp.lib.pictures import LONGEST_ADDRESS, picture_address
from classes.models import CampClass, Enrollment, Selection, Status
from classes.roster import SeatState, seat_state

MOST_SEATS = 1000
MOST_ENROLLED = 1_000_000
LONGEST_TEXT = 2000


def one_visible_line(value: str) -> None:
    """Validate that a name can be seen, and is one line. Raises ValidationError."""
    if any(unicodedata.category(character) == "Cc" for character in value):
        raise ValidationError("One line of text is required.", code="one_line")
    if not any(character.isprintable() and not character.isspace() for character in value):
        raise ValidationError("A name that can be seen is required.", code="invisible")


def price_for_a_class(value: Decimal) -> None:
    """Validate what a class may cost. Raises ValidationError."""
    if not is_a_price(value):
        message = f"The price is 0 for a free class, or from ${LOWEST_CARD_PRICE} to ${HIGHEST_PRICE:,}."
        raise ValidationError(message, code="price")


class ClassInput(serializers.Serializer):
    """What an instructor says of a class. Whose it is, its status and who is enrolled are the server's to know."""

    nameClass = serializers.CharField(source="name", max_length=40, validators=[one_visible_line])
    description = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, required=False)
    image = serializers.CharField(
        max_length=LONGEST_ADDRESS,
        validators=[picture_address],
        help_text="An https address, or one of this site's own pictures.",
    )
    price = PriceField(validators=[price_for_a_class], help_text="US dollars; 0 is free.")
    seats = serializers.IntegerField(source="capacity", min_value=0, max_value=MOST_SEATS)


class SeasonRowInput(ClassInput):
    """One class of a season, in the documented names."""

    instructorEmail = serializers.EmailField(source="instructor_email", max_length=254)
    instructorName = serializers.CharField(
        source="instructor_name", max_length=100, allow_blank=True, default="", validators=[one_visible_line]
    )
    status = serializers.CharField(allow_blank=True, default="")

    def validate_instructorEmail(self, value: str) -> str:
        return UserManager.normalize_email(value)

    def validate_status(self, value: str) -> Status:
        if value and value.capitalize() not in Status.values:
            raise serializers.ValidationError(f"One of {', '.join(Status.values)} is required, or nothing.")
        return Status(value.capitalize() or Status.PENDING)


class ClassChange(ClassInput):
    """The class as it shall be. A missing description leaves it as it is."""

    seats = serializers.IntegerField(min_value=0, max_value=MOST_SEATS, help_text="Free beside those enrolled.")
    enroll = serializers.IntegerField(
        min_value=0,
        max_value=MOST_ENROLLED,
        required=False,
        help_text="How many the form showed as enrolled, so that people who enroll meanwhile change no capacity.",
    )


class FeedbackInput(serializers.Serializer):
    """Why a class was denied."""

    feedback = serializers.CharField(max_length=LONGEST_TEXT)


class OptionalFeedbackInput(serializers.Serializer):
    """Why a class is denied, if the admin says."""

    feedback = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")


class ClassOutput(serializers.ModelSerializer):
    """A class, as everybody may see it."""

    _id = serializers.CharField(source="pk", read_only=True)
    nameClass = serializers.CharField(source="name", read_only=True)
    price = PriceField(read_only=True, help_text="US dollars; 0 is free.")
    seats = serializers.IntegerField(source="seats_free", read_only=True, help_text="Free seats.")
    instructorName = serializers.CharField(source="instructor.name", read_only=True)
    instructorEmail = serializers.EmailField(source="instructor.email", read_only=True)
    status = serializers.ChoiceField(choices=Status.choices, read_only=True)
    enroll = serializers.IntegerField(source="enrolled", read_only=True, help_text="How many are enrolled.")

    class Meta:
        model = CampClass
        fields: tuple[str, ...] = (
            *("_id", "nameClass", "description", "image", "price", "seats"),
            *("instructorName", "instructorEmail", "status", "enroll"),
        )
        read_only_fields: tuple[str, ...] = ("description", "image")


class ReviewedClassOutput(ClassOutput):
    """A class, as its instructor and the admins may see it."""

    class Meta(ClassOutput.Meta):
        fields = (*ClassOutput.Meta.fields, "feedback")
        read_only_fields = (*ClassOutput.Meta.read_only_fields, "feedback")


class ListedClassOutput(ClassOutput):
    """A class in the list of all: with ``feedback`` where an admin asks, without where anybody else does."""

    feedback = serializers.CharField(required=False)

    class Meta(ClassOutput.Meta):
        fields = (*ClassOutput.Meta.fields, "feedback")

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().get_fields()
        if self.context.get("for_the_public"):
            del fields["feedback"]
        return fields


class EnrolledClassOutput(ClassOutput):
    """A class in which the student has a seat; ``_id`` and ``classId`` are both the class's."""

    classId = serializers.CharField(source="pk", read_only=True)
    enrolledAt = serializers.DateTimeField(source="enrolled_at", read_only=True)

    class Meta(ClassOutput.Meta):
        fields = (*ClassOutput.Meta.fields, "classId", "enrolledAt")


class SelectionInput(serializers.Serializer):
    """Which class; all else that the documented body carries is known here and ignored."""

    classId = serializers.CharField()


class SelectionOutput(serializers.ModelSerializer):
    """A selected class, with the class's values as they are now; ``_id`` is the selection's."""

    _id = serializers.CharField(source="pk", read_only=True)
    classId = serializers.CharField(source="camp_class_id", read_only=True)
    email = serializers.EmailField(source="student.email", read_only=True, help_text="The student's.")
    nameClass = serializers.CharField(source="camp_class.name", read_only=True)
    description = serializers.CharField(source="camp_class.description", read_only=True)
    image = serializers.CharField(source="camp_class.image", read_only=True)
    price = PriceField(source="camp_class.price", read_only=True, help_text="US dollars; 0 is free.")
    seats = serializers.IntegerField(source="camp_class.seats_free", read_only=True, help_text="Free seats.")
    instructorName = serializers.CharField(source="camp_class.instructor.name", read_only=True)
    instructorEmail = serializers.EmailField(source="camp_class.instructor.email", read_only=True)
    enroll = serializers.IntegerField(source="camp_class.enrolled", read_only=True)
    status = serializers.SerializerMethodField()
    heldUntil = serializers.DateTimeField(
        source="held_until", allow_null=True, read_only=True, help_text="How long a seat is held; null where none is."
    )
    heldPrice = PriceField(
        source="held_price", allow_null=True, read_only=True, help_text="The price promised with the held seat."
    )

    class Meta:
        model = Selection
        fields = (
            *("_id", "classId", "email", "nameClass", "description", "image", "price", "seats"),
            *("instructorName", "instructorEmail", "enroll", "status", "heldUntil", "heldPrice"),
        )

    def get_status(self, selection: Selection) -> Literal["Selected"]:
        return "Selected"


class RosterOutput(serializers.ModelSerializer):
    """Who takes a seat in a class."""

    _id = serializers.CharField(source="pk", read_only=True)
    name = serializers.CharField(source="student.name", read_only=True)
    email = serializers.EmailField(source="student.email", read_only=True)
    since = serializers.DateTimeField(read_only=True)
    state = serializers.SerializerMethodField()

    class Meta:
        model = Enrollment
        fields = ("_id", "name", "email", "since", "state")

    def get_state(self, seat: Enrollment) -> SeatState:
        """`enrolled`, or `held` while somebody pays."""
        return seat_state(seat)


class PictureInput(serializers.Serializer):
    """A picture from somebody's disk."""

    image = serializers.FileField(help_text="JPEG, PNG or WebP; at most 10 MB and 50 megapixels, 25 as PNG or WebP.")


class PictureAddress(serializers.Serializer):
    """Where a picture is kept."""

    display_url = serializers.CharField(help_text="Goes into a class's `image` as it is.")


class PictureOutput(serializers.Serializer):
    """A kept picture, in the shape of the image hosting service."""

    success = serializers.BooleanField()
    data = PictureAddress()  # type: ignore[assignment]  # DRF takes declared fields off the class


class SelectionData(serializers.ModelSerializer):
    """A choice, for whose it is to take along."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="camp_class.name")
    selectedAt = serializers.DateTimeField(source="created_at")

    class Meta:
        model = Selection
        fields = ("_id", "classId", "nameClass", "selectedAt")


class PlaceData(serializers.ModelSerializer):
    """A place that is, or once was, held or taken, for whose it is to take along."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="camp_class.name")
    state = serializers.ChoiceField(choices=Enrollment.State.choices)
    price = PriceField(help_text="US dollars, promised with the place.")
    heldAt = serializers.DateTimeField(source="held_at", allow_null=True)
    heldUntil = serializers.DateTimeField(source="held_until", allow_null=True)
    confirmedAt = serializers.DateTimeField(source="confirmed_at", allow_null=True)
    releasedAt = serializers.DateTimeField(source="released_at", allow_null=True)

    class Meta:
        model = Enrollment
        fields = (
            *("_id", "classId", "nameClass", "state", "price"),
            *("heldAt", "heldUntil", "confirmedAt", "releasedAt"),
        )


class OfferedClassData(serializers.ModelSerializer):
    """A class that the person offers, for them to take along."""

    _id = serializers.CharField(source="pk")
    nameClass = serializers.CharField(source="name")
    price = PriceField(help_text="US dollars; 0 is free.")
    status = serializers.ChoiceField(choices=Status.choices)
    offeredAt = serializers.DateTimeField(source="created_at")

    class Meta:
        model = CampClass
        fields = (
            *("_id", "nameClass", "description", "image", "price", "capacity"),
            *("status", "feedback", "offeredAt"),
        )
        read_only_fields = fields
