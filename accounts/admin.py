"""People in the Django admin."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from accounts import roles
from accounts.models import Role, User, UserManager
from camp.lib.errors import DomainError
from camp.lib.office import OfficeAdmin
from camp.lib.pictures import picture_address

admin.site.unregister(Group)  # there are no permissions by group here, only roles


class UserForm(forms.ModelForm):
    """An account, checked by the rules of roles. Saved in the transaction in which it was checked."""

    class Meta:
        model = User
        fields = ("email", "name", "photo", "role", "is_active")

    def clean_email(self) -> str:
        return UserManager.normalize_email(self.cleaned_data["email"])

    def clean_photo(self) -> str:
        photo: str = self.cleaned_data["photo"]
        if photo:
            picture_address(photo)
        return photo

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "role" in cleaned:
            self._check_role(cleaned["role"], cleaned.get("is_active", True))
        return cleaned

    def _check_role(self, role: str, is_active: bool) -> None:
        try:
            if self.instance.pk:
                roles.allow_change(user_id=self.instance.pk, role=role, is_active=is_active)
            elif role == Role.ADMIN:
                raise roles.AdminNeedsVerifiedEmail
        except DomainError as refusal:
            self.add_error("role" if "role" in self.changed_data else None, ValidationError(refusal.message))


@admin.register(User)
class UserAdmin(SimpleHistoryAdmin, OfficeAdmin):
    """Accounts. What the identity provider says is read-only."""

    form = UserForm
    list_display = ("email", "name", "role", "email_verified", "is_active", "joined_at", "last_login")
    list_filter = ("role", "email_verified", "is_active", "joined_at")
    search_help_text = "How words of a name or an e-mail address begin."
    sortable_by = ("email", "joined_at")
    fields = (
        *("email", "name", "photo", "role", "is_active"),
        *("email_verified", "firebase_uid", "token_version"),
        *("joined_at", "profile_completed_at", "last_login", "erased_at"),
    )
    readonly_fields = (
        *("email_verified", "firebase_uid", "token_version"),
        *("joined_at", "profile_completed_at", "last_login", "erased_at"),
    )
    actions: tuple[str, ...] = ("export_csv", "log_out_everywhere")
    csv_columns = ("email", "name", "role", "email_verified", "is_active", "joined_at")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """The address is what an account is known by: it is written once, and follows the provider afterwards."""
        return self.readonly_fields if obj is None else ("email", *self.readonly_fields)

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm, change: bool) -> None:
        """Save what was changed here alone: somebody may log in meanwhile, which raises the token version."""
        if change:
            obj.save(update_fields=form.changed_data)
        else:
            obj.set_unusable_password()
            obj.save()

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A row that was made nameless stays as it is."""
        return super().has_change_permission(request, obj) and (obj is None or obj.erased_at is None)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody deletes a row by hand: the books refer to it. Deleting an account is a deed of its own."""
        return False

    @admin.action(description="Log out everywhere", permissions=["change"])
    def log_out_everywhere(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        count = roles.log_out_everywhere(user_ids=list(queryset.values_list("pk", flat=True)))
        self.message_user(request, f"{count} logged out everywhere.", messages.SUCCESS)
