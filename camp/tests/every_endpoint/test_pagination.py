"""Keyset pagination: pages, the total, invalid parameters, and the number of queries."""

from base64 import urlsafe_b64decode

import pytest
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from accounts.models import User
from core.api.pagination import KeysetPagination


class ByName:
    ordering = ("-name", "id")


@pytest.fixture
def users(db):
    names = {"a": "a", "b": "same", "c": "same", "d": "z"}
    return [User.objects.create(email=f"{letter}@camp.example", name=name) for letter, name in names.items()]


def page_and_next(view=None, path="/", **parameters):
    paginator = KeysetPagination()
    request = Request(APIRequestFactory().get(path, parameters))
    rows = paginator.paginate_queryset(User.objects.all(), request, view)
    headers = paginator.get_paginated_response([]).headers
    return ([row.email[0] for row in rows], headers["X-Total-Count"]), headers.get("X-Next-After")


def page_of(view=None, **parameters):
    return page_and_next(view, **parameters)[0]


def test_it_returns_the_whole_list_in_one_query(users, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert page_of() == (["d", "c", "b", "a"], "4")


def test_it_returns_a_page_in_two_queries(users, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert page_of(limit="2", after=str(users[2].pk)) == (["b", "a"], "4")
    _, after = page_and_next(ByName(), limit="2")
    with django_assert_num_queries(2):
        assert page_of(ByName(), limit="2", after=after) == (["c", "a"], "4")


@pytest.mark.parametrize(("view", "rest"), [(None, ["b", "a"]), (ByName(), ["c", "a"])])
def test_it_continues_where_a_row_was(users, view, rest):
    (rows, _), after = page_and_next(view, limit="2")
    User.objects.get(email=f"{rows[-1]}@camp.example").delete()
    assert page_of(view, after=after) == (rest, "3")


def test_it_continues_where_a_row_was_before_a_change_of_its_place(users):
    _, after = page_and_next(ByName(), limit="1")
    User.objects.filter(pk=users[3].pk).update(name="a")
    assert page_of(ByName(), after=after) == (["b", "c", "a", "d"], "4")


def test_it_names_the_next_page_only_behind_a_full_one(users):
    assert page_and_next(limit="3")[1]
    for parameters in ({}, {"limit": "5"}, {"after": str(users[3].pk)}, {"limit": "1", "after": str(users[0].pk)}):
        assert page_and_next(**parameters)[1] is None


def test_it_continues_behind_a_row_without_a_limit(users):
    assert page_of(after=str(users[3].pk)) == (["c", "b", "a"], "4")


def test_it_orders_as_the_view_says(users):
    assert page_of(ByName(), limit="2") == (["d", "b"], "4")
    assert page_of(ByName(), after=str(users[3].pk)) == (["b", "c", "a"], "4")
    assert page_of(ByName(), after=str(users[1].pk)) == (["c", "a"], "4")


@pytest.mark.parametrize("limit", ["0", "201", "-1", "1.5", "x", "", "0x1", "1000", "\uff19"])
def test_it_refuses_an_invalid_limit(db, limit):
    with pytest.raises(ValidationError) as error:
        page_of(limit=limit)
    assert error.value.detail == {"limit": ["A whole number from 1 to 200 is required."]}


@pytest.mark.parametrize("after", ["-1", "x", "9" * 19, "", "WzFd:1vP:x"])
@pytest.mark.parametrize("view", [None, ByName()])
def test_it_refuses_an_unknown_row(users, view, after):
    with pytest.raises(ValidationError) as error:
        page_of(view, after=after)
    assert error.value.detail == {"after": ["No row of this list has this id."]}


@pytest.mark.parametrize(("view", "path"), [(ByName(), "/users"), (None, "/")])
def test_it_refuses_the_next_page_of_another_list_or_order(users, view, path):
    _, after = page_and_next(view, path, limit="1")
    with pytest.raises(ValidationError):
        page_of(ByName(), after=after)


def test_it_shows_no_value_of_the_order(users):
    _, after = page_and_next(ByName(), limit="1")
    assert not any(b'"z"' in urlsafe_b64decode(f"{part}==") for part in after.split(":"))
