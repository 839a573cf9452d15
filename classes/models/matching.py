"""The search for a student or a class in the Django admin."""

from django.db.models import Q

from accounts.models import User

MAX_MATCHES = 1000


def student_or_class_matching(text: str) -> Q:
    """Returns a filter for rows whose student or class matches the text; limited to the newest ``MAX_MATCHES`` of each.

    The ids are fetched first, because PostgreSQL uses the index for a list of ids but misestimates a subquery.
    """
    from classes.models.camp_class import CampClass  # it imports models that import this module

    students = User.objects.matching(text).order_by("-pk").values_list("pk", flat=True)
    classes = CampClass.objects.matching(text).order_by("-pk").values_list("pk", flat=True)
    return Q(student__in=list(students[:MAX_MATCHES])) | Q(camp_class__in=list(classes[:MAX_MATCHES]))
