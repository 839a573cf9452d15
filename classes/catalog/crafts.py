from django.db import IntegrityError, transaction
from django.db.models import Max, ProtectedError
from django.utils.text import slugify

from classes.models import Craft
from core.errors import DomainError, InvalidInput, first_or_not_found, refused_if_taken
from core.names import fold


class CraftExists(DomainError):
    code = "already_exists"
    message = "There is a craft with this name already."


class CraftInUse(DomainError):
    code = "in_use"
    message = "Classes have this craft, so it can't be removed. You can rename it."


def create_craft(*, name: str) -> Craft:
    """The last one in lists."""
    slug = slugify(fold(name))
    if not slug:
        raise InvalidInput(fields={"name": ["Please use letters from A to Z or digits too."]})
    last = Craft.objects.aggregate(last=Max("position"))["last"] or 0
    craft = Craft(name=name, slug=slug, position=last + 1)
    _save(craft)
    return craft


def rename_craft(*, slug: str, name: str) -> bool:
    """Addresses and files name the slug, so it stays. Returns whether the name changed."""
    craft = _find(slug)
    if craft.name == name:
        return False
    craft.name = name
    _save(craft)
    return True


def delete_craft(*, slug: str) -> None:
    craft = _find(slug)
    try:
        with transaction.atomic():
            craft.delete()
    except (ProtectedError, IntegrityError) as error:  # IntegrityError: a class has got it meanwhile
        raise CraftInUse from error


def _find(slug: str) -> Craft:
    return first_or_not_found(Craft.objects.filter(slug=slug))


def _save(craft: Craft) -> None:
    if Craft.objects.filter(name__iexact=craft.name).exclude(pk=craft.pk).exists():
        raise CraftExists
    with refused_if_taken(CraftExists):
        craft.save()
