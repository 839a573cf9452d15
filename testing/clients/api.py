"""API clients that assert the status of each response: ``as_(student).post("/selectClass", {...}, 201)``.

The expected status is 200 by default, so that no test passes although a request was refused.
"""

from typing import Any

from rest_framework.test import APIClient  # noqa: TID251

from accounts.models import User
from accounts.tokens import issue_token
from core.api.openapi import ONLY_REFUSALS
from core.api.refusals import codes_by_status

INVALID_IDS = ("0", "999999", "-1", "1.5", "x", "9" * 19, "\uff19", "%F0%9F%8E%A8")
"""Path segments that are not the id of any row."""


class ApiClient:
    """A client that sends the user's site token; its methods assert the status and return the JSON body.

    Django's CSRF checks apply to it as to every other program.
    """

    def __init__(self, user: User | None) -> None:
        self.client = APIClient(raise_request_exception=True, enforce_csrf_checks=True)
        if user is not None:
            self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(user=user)}")

    def get(self, path: str, status: int = 200, **extra: Any) -> Any:
        return self._check(self.client.get(path, **extra), status)

    def post(self, path: str, body: Any = None, status: int = 200, **extra: Any) -> Any:
        return self._check(self.client.post(path, body, format=extra.pop("format", "json"), **extra), status)

    def put(self, path: str, body: Any = None, status: int = 200, **extra: Any) -> Any:
        return self._check(self.client.put(path, body, format="json", **extra), status)

    def patch(self, path: str, body: Any = None, status: int = 200, **extra: Any) -> Any:
        return self._check(self.client.patch(path, body, format="json", **extra), status)

    def delete(self, path: str, status: int = 200, body: Any = None, **extra: Any) -> Any:
        return self._check(self.client.delete(path, body, format="json", **extra), status)

    @staticmethod
    def _check(response: Any, status: int) -> Any:
        """Asserts the status, the format of errors, and that the view names the refusal.

        Returns the JSON body, or the response if it is not JSON.
        """
        path = response.request["PATH_INFO"]
        assert response.status_code == status, (
            f"{path}: got {response.status_code}, expected {status}: {response.content[:500]!r}"
        )
        if not response.get("Content-Type", "").startswith("application/json"):
            return response
        body = response.json()
        if status >= 400:
            assert set(body) <= {"code", "message", "fields", "retryAt", "opensAt", "lines", "errors"}, body
            assert body["code"], body
            assert body["message"], body
        if status in ONLY_REFUSALS:
            view, method = response.resolver_match.func.cls, response.request["REQUEST_METHOD"]
            assert body["code"] in codes_by_status(view, method)[status], f"{view.__name__}: {body['code']}"
        return body


def as_(user: User | None) -> ApiClient:
    """Returns a client that is logged in as this user; None is an anonymous client."""
    return ApiClient(user)


def with_bearer(token: str) -> ApiClient:
    """Returns a client that sends this bearer token, which may be invalid."""
    client = as_(None)
    client.client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client
