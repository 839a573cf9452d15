from rest_framework import serializers

from classes.models import Season
from classes.models.season import MAX_NAME, MAX_SIBLING_PERCENT, validate_season_name, validate_year
from core.api.fields import IdField, NameField
from core.api.serializers import CampModelSerializer, CampSerializer

DAY = "In the camp's time zone."
OPENS_AT = "When everybody can book. Null: the season is announced, and nobody can book its classes."
RETURNING_OPENS_AT = "When families with a seat in an earlier season can book; before `opensAt`, or null."
SIBLING_PERCENT = "Off the price for every child of a family beyond the first. Only admins see it."


class SeasonInput(CampSerializer):
    """A season. Without ``opensAt``, ``returningOpensAt`` or ``siblingPercent``, these stay as they are."""

    name = NameField(max_length=MAX_NAME, validators=[validate_season_name])
    starts_on = serializers.DateField(help_text=DAY, validators=[validate_year])
    ends_on = serializers.DateField(help_text=f"{DAY} Not before `startsOn`.", validators=[validate_year])
    opens_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text=OPENS_AT, validators=[validate_year]
    )
    returning_opens_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text=RETURNING_OPENS_AT,
        validators=[validate_year],
    )
    sibling_percent = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_SIBLING_PERCENT,
        help_text=SIBLING_PERCENT,
    )


class SeasonOutput(CampModelSerializer):
    """A season."""

    pk = IdField(read_only=True)
    starts_on = serializers.DateField(read_only=True, help_text=DAY)
    ends_on = serializers.DateField(read_only=True, help_text=DAY)
    opens_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text=OPENS_AT)
    returning_opens_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text=RETURNING_OPENS_AT)

    class Meta:
        model = Season
        fields: tuple[str, ...] = ("pk", "name", "slug", "starts_on", "ends_on", "opens_at", "returning_opens_at")
        read_only_fields = ("name", "slug")


class AdminSeasonOutput(SeasonOutput):
    """A season, as admins see it."""

    sibling_percent = serializers.IntegerField(read_only=True, help_text=SIBLING_PERCENT)

    class Meta(SeasonOutput.Meta):
        fields = (*SeasonOutput.Meta.fields, "sibling_percent")


class ListedSeasonOutput(SeasonOutput):
    """Describes a season in the list: ``AdminSeasonOutput`` for an admin, else ``SeasonOutput``."""

    sibling_percent = serializers.IntegerField(required=False, help_text=SIBLING_PERCENT)

    class Meta(SeasonOutput.Meta):
        fields = (*SeasonOutput.Meta.fields, "sibling_percent")
