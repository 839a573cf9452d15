from typing import Any

from django import forms

from core.names import MAX_GROWTH, clean_name, validate_no_link, validate_visible_line
from core.pasted import fold_email


class NameFormField(forms.CharField):
    """By the rule of ``core.api.fields.NameField``."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if self.max_length and len(text or "") > MAX_GROWTH * self.max_length:
            return text  # the field refuses it
        name = clean_name(text or "")
        if text:  # a name of invisible characters only is empty now
            validate_visible_line(name)
            validate_no_link(name)
        return name


class EmailFormField(forms.EmailField):
    def to_python(self, value: Any) -> Any:
        return fold_email(super().to_python(value) or "")
