"""Creating and changing seasons."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from classes.models import DAYS_REVERSED, OPENINGS_REVERSED, Season
from core.errors import DomainError, InvalidInput, NotFound
from core.names import fold

NO_SLUG = "Please use letters from A to Z or digits too: the address of the season is made of them."


class SeasonExists(DomainError):
    code = "already_exists"
    message = "There is a season with this name already."


def create_season(*, values: Mapping[str, Any]) -> Season:
    """Creates a season with these ``values`` (fields of Season except ``slug``).

    Raises InvalidInput, SeasonExists.
    """
    season = Season(**values)
    _save(season)
    return season


@transaction.atomic
def change_season(*, season_id: int, values: Mapping[str, Any]) -> bool:
    """Changes these ``values`` of a season, and returns whether anything changed. Holds of its classes stay.

    Raises NotFound, InvalidInput, SeasonExists.
    """
    season = Season.objects.select_for_update(no_key=True).filter(pk=season_id).first()
    if season is None:
        raise NotFound
    changed = [name for name, value in values.items() if getattr(season, name) != value]
    for name in changed:
        setattr(season, name, values[name])
    if changed:
        _save(season)
    return bool(changed)


def season_slug(name: str) -> str:
    """Returns the name of a season as it is in addresses; empty if no character of the name can be there."""
    return slugify(fold(name))[: Season.MAX_NAME].strip("-")


def _save(season: Season) -> None:
    season.slug = season_slug(season.name)
    if not season.slug:
        raise InvalidInput(fields={"name": [NO_SLUG]})
    if season.starts_on > season.ends_on:
        raise InvalidInput(fields={"endsOn": [DAYS_REVERSED]})
    returning = season.returning_opens_at
    if returning is not None and (season.opens_at is None or returning >= season.opens_at):
        raise InvalidInput(fields={"returningOpensAt": [OPENINGS_REVERSED]})
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError as error:
        raise SeasonExists from error
