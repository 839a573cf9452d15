from rest_framework import serializers

from classes.api.fields import CraftField, LessonsField, PlaceField, SeasonField
from classes.api.serializers import EARLY_UNTIL, MAX_TEXT_LENGTH, MIN_SEATS
from classes.models import MAX_SEATS, CampClass
from classes.models.season import validate_year
from core.api.fields import IdInputField, NameField, PictureUrlField, PriceField
from core.api.openapi import ModifiedOutput
from core.api.serializers import CampSerializer
from core.money import validate_price
from core.pictures.urls import MAX_URL_LENGTH

SET_SEASON = "The slug of a season, or null for none. An instructor can only give one to a class that has none."
SET_EARLY_PRICE = "US dollars, below the price; with `earlyUntil`. Null for none."
INSTRUCTOR_ID = "The instructor of the class. Required if an admin creates one; ignored if an instructor sends it."


class ClassInput(CampSerializer):
    """A class as its instructor or an admin describes it. Status and enrollments in the body are ignored."""

    name_class = NameField(source="name", max_length=40)
    description = serializers.CharField(max_length=MAX_TEXT_LENGTH, allow_blank=True, required=False)
    image = PictureUrlField(
        max_length=MAX_URL_LENGTH,
        allow_blank=True,
        required=False,
        help_text="An https address, or one of this site's own pictures; empty for none.",
    )
    price = PriceField(validators=[validate_price], help_text="US dollars; 0 is free.")
    seats = serializers.IntegerField(source="capacity", min_value=0, max_value=MAX_SEATS)
    craft = CraftField(required=False, allow_null=True, help_text="The slug of a craft.")
    place = PlaceField(required=False)
    bring = serializers.CharField(
        max_length=500, allow_blank=True, required=False, help_text="What students should bring."
    )
    age_from = serializers.IntegerField(min_value=0, max_value=CampClass.MAX_AGE, required=False, allow_null=True)
    age_to = serializers.IntegerField(min_value=0, max_value=CampClass.MAX_AGE, required=False, allow_null=True)
    lessons = LessonsField(required=False)
    season = SeasonField(required=False, allow_null=True, help_text=SET_SEASON)
    min_seats = serializers.IntegerField(
        min_value=1, max_value=MAX_SEATS, required=False, allow_null=True, help_text=MIN_SEATS
    )
    early_price = PriceField(validators=[validate_price], required=False, allow_null=True, help_text=SET_EARLY_PRICE)
    early_until = serializers.DateField(
        validators=[validate_year], required=False, allow_null=True, help_text=EARLY_UNTIL
    )
    instructor_id = IdInputField(required=False, help_text=INSTRUCTOR_ID)


class ClassChangeInput(ClassInput):
    """The new values of a class. Without ``description`` the description stays as it is."""

    seats = serializers.IntegerField(
        min_value=0, max_value=MAX_SEATS, help_text="Unsold seats, in addition to the enrolled ones."
    )
    enroll = serializers.IntegerField(
        min_value=0,
        max_value=MAX_SEATS,
        required=False,
        help_text="Enrolled students that the form showed, so that enrollments since then do not change the capacity.",
    )


class ClassPatchInput(ClassChangeInput):
    """Some of the new values of a class."""

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        # None is required. ``partial`` would also concern the fields of a lesson.
        for field in fields.values():
            field.required = False
        return fields


class UnfitChildOutput(CampSerializer):
    """A child in the class, or on its waitlist, whose age no longer fits."""

    child_name = serializers.CharField(source="name")
    age = serializers.IntegerField(allow_null=True, help_text="On the day of the first lesson; null if not known.")
    state = serializers.ChoiceField(choices=["enrolled", "waiting"])


class ClassUpdatedOutput(ModifiedOutput):
    no_longer_fit = UnfitChildOutput(many=True, help_text="Because of the new ages, or of the new first lesson.")
