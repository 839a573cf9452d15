"""Forms for the cells as a spreadsheet writes them."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError

from classes.catalog.lesson_rows import LessonRow
from classes.models import AGES_REVERSED, MAX_SEATS, CampClass, Craft, Season, Status, early_price_problem
from classes.season.schedule import InvalidTimeOfDay, read_lessons
from core.forms import EmailFormField, NameFormField
from core.money import validate_price
from core.names import clean_name, name_key
from core.pictures.urls import MAX_URL_LENGTH, validate_picture_url, without_host
from core.sheets.dates import ANY_DAY, Calendar, InvalidSchedule, plain, read_day

SeasonOrCraft = TypeVar("SeasonOrCraft", Craft, Season)
MAX_NAME = 40
TIME_OF_DAY = "time_of_day"
"""The code of an error in the time of the lessons."""


class PriceCell(forms.DecimalField):
    """``$1,250.00``, and a dash for 0."""

    default_error_messages = {"invalid": "A valid number is required, such as 45.50; 0 if the class is free."}

    def to_python(self, value: Any) -> Any:
        text = re.sub(r" ?\$ ?|^usd?|usd$| dollars$", "", plain(str(value or ""))).strip()
        if re.fullmatch(r"-?\d{1,3}(?:[, ]\d{3})+(?:\.\d*)?", text):
            text = re.sub("[, ]", "", text)
        return super().to_python("0" if text in ("-", "--", "free") else text)


class AgeCell(forms.IntegerField):
    default_error_messages = {"invalid": "Write one age, or ages like 6-9 or 8+."}

    def __init__(self) -> None:
        super().__init__(min_value=0, max_value=CampClass.MAX_AGE, required=False)


class SeasonClassForm(forms.Form):
    """Reads one row after the other, because a form takes longer to build than to use."""

    nameClass = NameFormField(max_length=MAX_NAME)  # noqa: N815
    instructorEmail = EmailFormField(max_length=254)  # noqa: N815
    instructorName = NameFormField(max_length=100, required=False)  # noqa: N815
    price = PriceCell(max_digits=7, decimal_places=2, validators=[validate_price])
    seats = forms.IntegerField(min_value=0, max_value=MAX_SEATS)
    image = forms.CharField(max_length=MAX_URL_LENGTH, required=False, validators=[validate_picture_url])
    status = forms.CharField(required=False)
    description = forms.CharField(max_length=2000, required=False)
    craft = forms.CharField(max_length=100, required=False)
    place = NameFormField(max_length=100, required=False)
    bring = forms.CharField(max_length=500, required=False)
    ageFrom = AgeCell()  # noqa: N815
    ageTo = AgeCell()  # noqa: N815
    earlyPrice = PriceCell(max_digits=7, decimal_places=2, required=False, validators=[validate_price])  # noqa: N815
    minSeats = forms.IntegerField(min_value=1, max_value=MAX_SEATS, required=False)  # noqa: N815
    season = forms.CharField(max_length=100, required=False)
    earlyUntil = forms.CharField(required=False)  # noqa: N815
    lessons = forms.CharField(required=False)

    def __init__(
        self,
        *,
        crafts: Mapping[str, Craft],
        seasons: Mapping[str, Season],
        season: Season | None,
        day_first: bool,
    ) -> None:
        super().__init__({})
        self.crafts, self.seasons, self.season_of_all, self.day_first = crafts, seasons, season, day_first

    def read(self, values: Mapping[str, str]) -> dict[str, Any]:
        """Cleans the next row, and returns the values of the fields without errors."""
        self.data = values
        self.full_clean()
        return self.cleaned_data

    def clean_image(self) -> str:
        return without_host(self.cleaned_data["image"])

    def clean_status(self) -> Status:
        value = self.cleaned_data["status"].capitalize() or Status.PENDING
        if value not in Status.values:
            raise ValidationError(f"Use {', '.join(Status.values)} or nothing.")
        return Status(value)

    def clean_craft(self) -> Craft | None:
        # What is not known yet is a question of its own.
        return self.crafts.get(choice_key(self.cleaned_data["craft"]))

    def clean_season(self) -> Season | None:
        key = choice_key(self.cleaned_data["season"])
        if key and key not in self.seasons:
            names = ", ".join(dict.fromkeys(each.name for each in self.seasons.values()))
            choose = f"Please choose a season from the list: {names}." if names else "There is no season yet."
            raise ValidationError(choose)
        return self.seasons.get(key)

    def clean_lessons(self) -> list[LessonRow]:
        try:
            return read_lessons(self.cleaned_data["lessons"], self._calendar)
        except InvalidSchedule as error:
            code = TIME_OF_DAY if isinstance(error, InvalidTimeOfDay) else ""
            raise ValidationError([ValidationError(message, code=code) for message in error.messages]) from error

    def clean_earlyUntil(self) -> date | None:  # noqa: N802
        text = self.cleaned_data["earlyUntil"]
        try:
            return read_day(text, self._calendar) if text else None
        except InvalidSchedule as error:
            raise ValidationError(error.messages) from error

    @property
    def _calendar(self) -> Calendar:
        season = self.season_of_all or self.cleaned_data.get("season")
        return Calendar(season.starts_on, season.ends_on, self.day_first) if season else ANY_DAY

    def clean(self) -> None:
        youngest, oldest = self.cleaned_data.get("ageFrom"), self.cleaned_data.get("ageTo")
        if youngest is not None and oldest is not None and youngest > oldest:
            self.add_error("ageTo", AGES_REVERSED)
        if not self.errors.keys() & {"price", "earlyPrice", "earlyUntil"}:
            price, early, until = (self.cleaned_data[name] for name in ("price", "earlyPrice", "earlyUntil"))
            for field, message in early_price_problem(price=price, early_price=early, early_until=until).items():
                self.add_error({"early_price": "earlyPrice", "early_until": "earlyUntil"}[field], message)


def choice_key(name: str) -> str:
    """The name of a craft or of a season as people may write it."""
    return name_key(clean_name(name)).replace("&", "and")
