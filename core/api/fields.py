from decimal import Decimal
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from core.api.path_converters import ID_PATTERN
from core.money import HIGHEST_PRICE
from core.names import MAX_GROWTH, clean_name, validate_no_link, validate_visible_line
from core.pasted import FEWEST_DIGITS, LONGEST_PHONE, NO_PHONE, PHONE_FORM, fold_email, fold_phone
from core.pictures.urls import validate_picture_url, with_host, without_host


class BoundedListField(serializers.ListField):
    """The list of a request. A longer one than ``max_length`` is refused before its items are validated."""

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self._longest = max_length

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list) and len(data) > self._longest:
            self.fail("max_length", max_length=self._longest)
        items: list[Any] = super().to_internal_value(data)
        return items


class BoundedDictField(serializers.DictField):
    """The values of a request by their names. More than ``max_length`` are refused before any is validated."""

    default_error_messages = {"max_length": "Ensure this field has no more than {max_length} elements."}

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_length = max_length

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, dict) and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        values: dict[str, Any] = super().to_internal_value(data)
        return values


class IdField(serializers.CharField):
    """The id of a row in a response: a text."""


class IdInputField(serializers.RegexField):
    """The id of a row in a request: a text, and an int once it is validated."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(rf"\A{ID_PATTERN}\Z", **kwargs)

    def run_validation(self, data: Any = empty) -> int | None:
        """Converts the text after its validation."""
        text = super().run_validation(data)
        return None if text is None else int(text)


class NameField(serializers.CharField):
    """A name: one visible line in one Unicode form, without links. E-mails to others contain it."""

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.validators += [validate_visible_line, validate_no_link]
        self._longest = MAX_GROWTH * max_length

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if len(text) > self._longest:
            self.fail("max_length", max_length=self.max_length)
        return clean_name(text)


class PhoneField(serializers.RegexField):
    """A phone number as people write it, with an extension or not: at least five digits, and what is between them."""

    default_error_messages = {"invalid": NO_PHONE}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(PHONE_FORM, max_length=LONGEST_PHONE, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        number = fold_phone(super().to_internal_value(data))
        if sum(each.isdigit() for each in number) < FEWEST_DIGITS:
            self.fail("invalid")
        return number


class EmailField(serializers.EmailField):
    """Takes an address as somebody types it, and gives it as it is stored."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=254, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        return fold_email(super().to_internal_value(data))


class PriceField(serializers.DecimalField):
    """US dollars from 0 to ``HIGHEST_PRICE`` with at most two decimals, as a JSON number (45.5)."""

    bounds: dict[str, Any] = {"max_digits": 7, "min_value": Decimal(0), "max_value": HIGHEST_PRICE}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(decimal_places=2, coerce_to_string=False, **self.bounds, **kwargs)

    def to_representation(self, value: Any) -> float:  # type: ignore[override]
        return float(value)


class SumField(PriceField):
    """Has no highest amount."""

    bounds = {"max_digits": None}


class PictureUrlField(serializers.CharField):
    """An https URL, or the URL of one of this site's own pictures. Input may omit the host, output always has it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[validate_picture_url], **{"help_text": "An absolute URL."} | kwargs)

    def to_internal_value(self, data: Any) -> str:
        return without_host(super().to_internal_value(data))

    def to_representation(self, value: Any) -> str:
        return with_host(super().to_representation(value))
