"""The facts that all e-mails about a class, or about a participant in it, have in common."""

from typing import Any

from accounts.models import Child
from classes.models import CampClass
from core.names import first_name


def class_facts(camp_class: CampClass) -> dict[str, Any]:
    return {"class": camp_class.name, "classId": camp_class.pk}


def participant_facts(camp_class: CampClass, child: Child | None) -> dict[str, Any]:
    return class_facts(camp_class) | {"child": child_fact(child)}


def child_fact(child: Child | None) -> str:
    """Returns the first name of the child; empty if the student takes part."""
    return first_name(child.name) if child else ""
