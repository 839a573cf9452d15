"""Keyset pagination: pages, the total, invalid parameters, and the number of queries."""

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


def page_of(view=None, **parameters):
    paginator = KeysetPagination()
    request = Request(APIRequestFactory().get("/", parameters))
    rows = paginator.paginate_queryset(User.objects.all(), request, view)
    return [row.email[0] for row in rows], paginator.get_paginated_response([])["X-Total-Count"]


def test_it_returns_the_whole_list_in_one_query(users, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert page_of() == (["d", "c", "b", "a"], "4")


def test_it_returns_a_page_in_three_queries(users, django_assert_num_queries):
    with django_assert_num_queries(3):
        assert page_of(limit="2", after=str(users[2].pk)) == (["b", "a"], "4")


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


@pytest.mark.parametrize("after", ["0", "999999", "-1", "x", "9" * 19, ""])
def test_it_refuses_an_unknown_row(users, after):
    with pytest.raises(ValidationError) as error:
        page_of(after=after)
    assert error.value.detail == {"after": ["No row of this list has this id."]}
