from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from classes.catalog.seasons import SeasonExists, change_season
from classes.models import Season, season_slug
from core.admin import DeclaredLookups
from core.forms import NameFormField


class SeasonForm(forms.ModelForm):
    class Meta:
        model = Season
        fields = ("name", "starts_on", "ends_on", "opens_at", "returning_opens_at", "sibling_percent")
        field_classes = {"name": NameFormField}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        self.instance.slug = season_slug(name)
        if Season.objects.filter(slug=self.instance.slug).exclude(pk=self.instance.pk).exists():
            raise ValidationError(SeasonExists.message)
        return name


@admin.register(Season)
class SeasonAdmin(DeclaredLookups):
    form = SeasonForm
    list_display = ("name", "starts_on", "ends_on", "opens_at", "returning_opens_at", "classes")
    readonly_fields = ("slug",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        return Season.objects.annotate(class_count=Count("classes"))

    @admin.display(ordering="class_count")
    def classes(self, season: Season) -> int:
        count: int = season.class_count  # type: ignore[attr-defined]  # set by get_queryset
        return count

    def save_model(self, request: HttpRequest, obj: Season, form: forms.ModelForm, change: bool) -> None:
        if not change:
            obj.save()
            return
        change_season(season_id=obj.pk, values={name: form.cleaned_data[name] for name in form.changed_data})
