"""What long lists cost. A list is refused for its length before any of its items is looked at."""

import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from rest_framework import serializers

import camp.urls  # noqa: F401  # imports every serializer
from core.api.base import validated
from core.api.error_responses import MAX_FIELDS, MAX_TEXT_LENGTH
from core.api.fields import BoundedDictField, BoundedListField
from testing.clients.api import as_

ITEMS = 60_000
MAX_CPU_SECONDS = 0.2
MAX_ANSWER_BYTES = 1000
pytestmark = pytest.mark.django_db

LISTS = serializers.ListField | serializers.ListSerializer | serializers.ManyRelatedField
WITHOUT_A_LENGTH = serializers.DictField | serializers.JSONField | serializers.MultipleChoiceField


def subclasses(of: type) -> Iterator[type]:
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


def inputs_of(field: serializers.Field) -> Iterator[serializers.Field]:
    """Yields the field and the fields inside, without those of a response."""
    if field.read_only:
        return
    yield field
    inside = field.fields.values() if isinstance(field, serializers.Serializer) else [getattr(field, "child", None)]
    for each in filter(None, inside):
        yield from inputs_of(each)


def has_no_bound(field: serializers.Field) -> bool:
    """Whether the field reads the items of a list that is too long, or of a value without a length."""
    if isinstance(field, BoundedDictField):
        too_many = {str(number): None for number in range(field.max_length + 1)}
        looks = patch.object(field.child, "run_validation", side_effect=AssertionError("a value was looked at"))
        with looks, pytest.raises(serializers.ValidationError):
            field.run_validation(too_many)
        return False
    if isinstance(field, WITHOUT_A_LENGTH):
        return True
    if not isinstance(field, LISTS):
        return False
    max_length = getattr(field, "max_length", None)
    if max_length is None:
        return True
    item = field.child_relation if isinstance(field, serializers.ManyRelatedField) else field.child
    with patch.object(item, "run_validation", side_effect=AssertionError("an item was looked at")):
        try:
            field.run_validation([None] * (max_length + 1))
        except serializers.ValidationError:
            return False
        except AssertionError:
            return True
    return True


SERIALIZERS = {
    each
    for each in subclasses(serializers.Serializer)
    if not each.__module__.startswith(("rest_framework", "drf_spectacular", "core.api.serializers"))
    and ".tests." not in each.__module__
}
INPUTS = sorted((each for each in SERIALIZERS if not each.__name__.endswith("Output")), key=lambda each: each.__name__)


def test_it_looks_at_every_serializer():
    names = {each.__name__ for each in INPUTS}
    assert names >= {"QuoteInput", "DeskInput", "ContactInput", "PresenceInput", "ClassIdsInput", "LessonInput"}


@pytest.mark.parametrize("serializer_class", INPUTS, ids=lambda each: each.__name__)
def test_it_bounds_every_list_in_a_request(serializer_class):
    assert [each.field_name for each in inputs_of(serializer_class()) if has_no_bound(each)] == []


class RowInput(serializers.Serializer):
    name = serializers.CharField()


class ListsInput(serializers.Serializer):
    bounded = BoundedListField(child=RowInput(), max_length=2)
    bounded_rows = RowInput(many=True, max_length=2)
    shown = serializers.ListField(read_only=True)
    late = serializers.ListField(child=RowInput(), max_length=2)
    unbounded = serializers.ListField()
    rows = RowInput(many=True)
    inside = serializers.ListField(child=serializers.ListField(), max_length=2)
    facts = serializers.DictField()


def test_it_finds_lists_without_a_bound():
    found = [each.field_name or each.parent.field_name for each in inputs_of(ListsInput()) if has_no_bound(each)]
    assert found == ["late", "unbounded", "rows", "inside", "inside", "facts"]


def test_it_says_how_long_a_list_can_be():
    with pytest.raises(serializers.ValidationError) as refused:
        validated(ListsInput, {"bounded": [{}] * 3})
    assert refused.value.detail["bounded"] == ["Ensure this field has no more than 2 elements."]


def test_it_bounds_the_answer_about_many_and_long_values(users):
    events = [{"id": "x", "kind": 1000 * "x"} for _ in range(200)]
    fields = as_(users.instructor).post("/presence", {"events": events}, 400)["fields"]
    assert len(fields) == MAX_FIELDS
    assert fields["events.0.kind"] == [f'"{(MAX_TEXT_LENGTH - 2) * "x"}…']


REQUESTS = [
    ("student", "POST", "/orders/quote", {"selections": [0] * ITEMS}),
    ("student", "POST", "/orders", {"selections": [0] * ITEMS, "total": 1}),
    ("student", "POST", "/contacts", {"name": "Ada", "childIds": [0] * ITEMS}),
    ("admin", "PATCH", "/classes/approved", {"ids": [0] * ITEMS}),
    ("admin", "PATCH", "/classes/season", {"ids": [0] * ITEMS, "season": None}),
    ("admin", "POST", "/desk/quote", {"userId": "1", "lines": [0] * ITEMS}),
    ("admin", "POST", "/desk/enrollments", {"userId": "1", "lines": [0] * ITEMS}),
    ("admin", "POST", "/desk/enrollments", {"override": [0] * ITEMS}),
    ("instructor", "POST", "/presence", {"events": [0] * ITEMS}),
    ("instructor", "POST", "/classes", {"lessons": [0] * ITEMS}),
]


@pytest.mark.parametrize(("role", "method", "path", "body"), REQUESTS, ids=[path for _, _, path, _ in REQUESTS])
def test_it_refuses_a_long_list_cheaply(users, role, method, path, body):
    client = as_(getattr(users, role))
    send = getattr(client, method.lower())
    send(path, {}, 400)
    begun = time.process_time()
    answer = send(path, body, 400)
    assert time.process_time() - begun < MAX_CPU_SECONDS
    assert answer["code"] == "invalid"
    assert len(str(answer)) < MAX_ANSWER_BYTES
