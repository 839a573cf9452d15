"""Serializers of seasons."""

from rest_framework import serializers

from classes.models import Season
from classes.models.season import MAX_NAME, MAX_SIBLING_PERCENT, validate_season_name, validate_year
from core.api.fields import NameField

DAY = "In the camp's time zone."
OPENS_AT = "When everybody can book. Null: the season is announced, and nobody can book its classes."
RETURNING_OPENS_AT = "When families with a seat in an earlier season can book; before `opensAt`, or null."
SIBLING_PERCENT = "Off the price for every child of a family beyond the first. Only admins see it."


class SeasonInput(serializers.Serializer):
    """A season. Without ``opensAt``, ``returningOpensAt`` or ``siblingPercent``, these stay as they are."""

    name = NameField(max_length=MAX_NAME, validators=[validate_season_name])
    startsOn = serializers.DateField(source="starts_on", help_text=DAY, validators=[validate_year])
    endsOn = serializers.DateField(
        source="ends_on", help_text=f"{DAY} Not before `startsOn`.", validators=[validate_year]
    )
    opensAt = serializers.DateTimeField(
        source="opens_at", required=False, allow_null=True, help_text=OPENS_AT, validators=[validate_year]
    )
    returningOpensAt = serializers.DateTimeField(
        source="returning_opens_at",
        required=False,
        allow_null=True,
        help_text=RETURNING_OPENS_AT,
        validators=[validate_year],
    )
    siblingPercent = serializers.IntegerField(
        source="sibling_percent",
        required=False,
        min_value=0,
        max_value=MAX_SIBLING_PERCENT,
        help_text=SIBLING_PERCENT,
    )


class SeasonOutput(serializers.ModelSerializer):
    """A season."""

    _id = serializers.CharField(source="pk", read_only=True)
    startsOn = serializers.DateField(source="starts_on", read_only=True, help_text=DAY)
    endsOn = serializers.DateField(source="ends_on", read_only=True, help_text=DAY)
    opensAt = serializers.DateTimeField(source="opens_at", read_only=True, allow_null=True, help_text=OPENS_AT)
    returningOpensAt = serializers.DateTimeField(
        source="returning_opens_at", read_only=True, allow_null=True, help_text=RETURNING_OPENS_AT
    )

    class Meta:
        model = Season
        fields: tuple[str, ...] = ("_id", "name", "slug", "startsOn", "endsOn", "opensAt", "returningOpensAt")
        read_only_fields = ("name", "slug")


class AdminSeasonOutput(SeasonOutput):
    """A season, as admins see it."""

    siblingPercent = serializers.IntegerField(source="sibling_percent", read_only=True, help_text=SIBLING_PERCENT)

    class Meta(SeasonOutput.Meta):
        fields = (*SeasonOutput.Meta.fields, "siblingPercent")


class ListedSeasonOutput(SeasonOutput):
    """Describes a season in the list: ``AdminSeasonOutput`` for an admin, else ``SeasonOutput``."""

    siblingPercent = serializers.IntegerField(required=False, help_text=SIBLING_PERCENT)

    class Meta(SeasonOutput.Meta):
        fields = (*SeasonOutput.Meta.fields, "siblingPercent")
