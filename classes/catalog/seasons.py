from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from classes.catalog.reminders import delete_queued_openings
from classes.models import DAYS_REVERSED, OPENINGS_REVERSED, OPENS_TOO_LATE, CampClass, Season, season_slug
from classes.seats.locks import lock_class, refuse_withdrawn
from core.errors import DomainError, InvalidInput, first_or_not_found, refused_if_taken
from core.models import set_values
from core.site_time import site_day


class SeasonExists(DomainError):
    code = "already_exists"
    message = "There is a season with this name already."


class AlreadyCopied(DomainError):
    code = "already_copied"
    message = "This season already has a copy of the same class."


class SeasonAlreadySet(DomainError):
    code = "season_set"
    message = "This class already belongs to a season. Please ask the office to move it."


def create_season(*, values: Mapping[str, Any]) -> Season:
    season = Season(**values)
    _save(season)
    return season


@transaction.atomic
def change_season(*, season_id: int, values: Mapping[str, Any]) -> bool:
    season = lock_season(season_id)
    changed = set_values(season, values)
    if changed:
        _save(season)
        delete_queued_openings(season)
    return bool(changed)


def lock_season(season_id: int) -> Season:
    """Keeps the season as it is until the commit."""
    return first_or_not_found(Season.objects.select_for_update(no_key=True).filter(pk=season_id))


@transaction.atomic
def move_to_season(*, camp_class_id: int, season: Season | None) -> bool:
    """Seats and holds stay. Returns whether the season changed."""
    camp_class = lock_class(camp_class_id)
    refuse_withdrawn(camp_class)
    if camp_class.season_id == (season and season.pk):
        return False
    camp_class.season = season
    save_class(camp_class, ["season"])
    return True


def save_class(camp_class: CampClass, fields: Collection[str]) -> None:
    """The class is locked. Raises AlreadyCopied."""
    if "season" not in fields:
        camp_class.save(update_fields=fields)
        return
    with refused_if_taken(AlreadyCopied):
        camp_class.save(update_fields=fields)


def refuse_season_of_instructor(*, present: Season | None, season: Season | None, now: datetime) -> None:
    if season == present:
        return
    if present is not None:
        raise SeasonAlreadySet
    # A seat in a season that has ended makes its family a returning one, so only the office puts classes there.
    if season is not None and season.has_ended(site_day(now)):
        raise InvalidInput(fields={"season": ["This season is over. Please choose another one."]})


def _save(season: Season) -> None:
    season.slug = season_slug(season.name)
    if season.starts_on > season.ends_on:
        raise InvalidInput(fields={"ends_on": [DAYS_REVERSED]})
    if season.opens_too_late:
        raise InvalidInput(fields={"opens_at": [OPENS_TOO_LATE]})
    returning = season.returning_opens_at
    if returning is not None and (season.opens_at is None or returning >= season.opens_at):
        raise InvalidInput(fields={"returning_opens_at": [OPENINGS_REVERSED]})
    with refused_if_taken(SeasonExists):
        season.save()
