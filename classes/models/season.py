from datetime import date, datetime, time
from typing import NamedTuple, Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.text import slugify

from core.names import fold
from core.site_time import site_zone

DAYS_REVERSED = "The first day must not be after the last one."
OPENINGS_REVERSED = "Returning families' registration must open before everybody's."
OPENS_TOO_LATE = "Registration must open before the season is over."
NO_SLUG = "Please use letters from A to Z or digits too: the address of the season is made of them."
NO_SEASON = "none"
"""Stands for a slug where an address asks for the classes without a season."""
MAX_NAME = 60
MAX_SIBLING_PERCENT = 50
YEARS = range(2000, 2100)


def season_slug(name: str) -> str:
    """Empty if no character of the name can be in an address."""
    return slugify(fold(name))[:MAX_NAME].strip("-")


def validate_season_name(name: str) -> None:
    """The name must make a slug, but not ``NO_SEASON``."""
    slug = season_slug(name)
    if not slug:
        raise ValidationError(NO_SLUG)
    if slug == NO_SEASON:
        raise ValidationError("Please choose another name: this one means the classes without a season.")


def validate_year(day: date) -> None:
    """Another year can only be a typing error."""
    if day.year not in YEARS:
        raise ValidationError(f"A year from {YEARS[0]} to {YEARS[-1]} is required.")


class Opening(NamedTuple):
    """``opens_at`` is for everybody, ``returning_opens_at`` for returning families. None: only announced."""

    opens_at: datetime | None
    returning_opens_at: datetime | None

    def is_open(self, now: datetime) -> bool:
        return self.opens_at is not None and self.opens_at <= now

    def depends_on_family(self, now: datetime) -> bool:
        return self.returning_opens_at is not None and not self.is_open(now)

    def opens_for(self, *, is_returning: bool) -> datetime | None:
        return self.returning_opens_at if is_returning and self.returning_opens_at else self.opens_at


class SeasonQuerySet(models.QuerySet["Season"]):
    def opening_between(self, after: datetime, until: datetime) -> Self:
        return self.filter(
            Q(opens_at__gt=after, opens_at__lte=until) | Q(returning_opens_at__gt=after, returning_opens_at__lte=until)
        )


class Season(models.Model):
    """Classes that are planned together, and whose registration opens at one time.

    Without ``opens_at`` the season is announced: its classes are shown, but nobody can book them.
    """

    name = models.CharField(max_length=MAX_NAME, unique=True, validators=[validate_season_name])
    slug = models.SlugField(max_length=MAX_NAME, unique=True, help_text="Its name in addresses and files.")
    starts_on = models.DateField(help_text="In the camp's time zone.", validators=[validate_year])
    ends_on = models.DateField(help_text="In the camp's time zone.", validators=[validate_year])
    opens_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When everybody can book. Empty: announced, not bookable.",
        validators=[validate_year],
    )
    returning_opens_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When families with a seat in an earlier season can book.",
        validators=[validate_year],
    )

    sibling_percent = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        validators=[MaxValueValidator(MAX_SIBLING_PERCENT)],
        help_text="Off the price for every child of a family beyond the first.",
    )

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_on", "-id")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(
                condition=Q(starts_on__lte=F("ends_on")),
                name="season_days_in_order",
                violation_error_message=DAYS_REVERSED,
            ),
            models.CheckConstraint(
                condition=Q(returning_opens_at__isnull=True)
                | Q(opens_at__isnull=False, returning_opens_at__lt=F("opens_at")),
                name="season_openings_in_order",
                violation_error_message=OPENINGS_REVERSED,
            ),
            models.CheckConstraint(
                condition=Q(sibling_percent__lte=MAX_SIBLING_PERCENT), name="season_sibling_percent_at_most_half"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.ends_on and self.opens_too_late:
            raise ValidationError({"opens_at": OPENS_TOO_LATE})

    @property
    def opening(self) -> Opening:
        return Opening(self.opens_at, self.returning_opens_at)

    @property
    def opens_too_late(self) -> bool:
        """The season has ended when it opens for everybody."""
        return self.opens_at is not None and self.opens_at > datetime.combine(self.ends_on, time.max, site_zone())

    def has(self, day: date) -> bool:
        """``day`` is in the camp's time zone."""
        return self.starts_on <= day <= self.ends_on

    def has_ended(self, today: date) -> bool:
        """``today`` is in the camp's time zone."""
        return self.ends_on < today
