"""/dashboard/today-worker.js: the service worker with which the page Today opens without a network."""

import json
import re

import pytest
from django.test import override_settings

from camp.pages import today_worker

FILES = ["build/main.1.js", "build/dashboard-today.2.js"]


@pytest.fixture
def files(db, monkeypatch):
    files = list(FILES)
    monkeypatch.setattr(today_worker, "bundle", lambda: {"offline": files})
    return files


def script(client):
    return client.get(f"/{today_worker.ROUTE}").content.decode()


def constant(text, name):
    return json.loads(re.search(rf"^const {name} = (.*);$", text, re.MULTILINE)[1])


def test_it_names_the_page_and_the_files_of_the_build(client, files):
    text = script(client)
    assert constant(text, "FILES") == [f"/static/{path}" for path in FILES]
    assert constant(text, "SHELL") == "/dashboard/today"


def test_it_is_a_script_that_no_cache_keeps(client, files):
    response = client.get(f"/{today_worker.ROUTE}")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"
    # The scope that the page asks for lies below the script's folder, so no header allows a wider one.
    assert "Service-Worker-Allowed" not in response
    assert "worker-src 'self'" in response["Content-Security-Policy"]
    assert "connect-src 'self'" in response["Content-Security-Policy"]


def test_it_changes_with_the_build_and_with_the_configuration_of_the_page(client, files):
    first = constant(script(client), "CACHE")
    assert constant(script(client), "CACHE") == first
    with override_settings(CANCEL_WITHIN_HOURS=7):
        assert constant(script(client), "CACHE") != first
    files.append("build/other.3.js")
    assert constant(script(client), "CACHE") != first


def test_it_contains_nothing_of_a_user(client, files):
    assert "Set-Cookie" not in client.get(f"/{today_worker.ROUTE}")


def test_it_does_not_exist_for_a_school_of_adults(client, settings, files):
    settings.CARE = False
    assert client.get(f"/{today_worker.ROUTE}").status_code == 404


def test_it_cannot_be_changed(client, files):
    assert client.post(f"/{today_worker.ROUTE}").status_code == 405
