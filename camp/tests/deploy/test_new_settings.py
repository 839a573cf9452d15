"""deploy/new-settings prints the settings of a new server: all that it can know, and empty values for the rest."""

import os
import re
import subprocess

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from testing.servers.environments import PRODUCTION, load_settings

pytestmark = pytest.mark.slow


def new_settings(host, *key_file, zone_file="/dev/null"):
    command = [settings.BASE_DIR / "deploy" / "new-settings", host, *key_file]
    environ = os.environ | {"TIME_ZONE_FILE": str(zone_file)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


def test_it_prints_new_settings_in_which_only_the_providers_are_missing():
    """Nobody types what the server can know."""
    printed = dict(re.findall(r"^([A-Z_]+)='(.*)'$", new_settings("camp.school.example").stdout, re.MULTILINE))
    empty = [name for name, value in printed.items() if not value]
    assert empty == [
        "FIREBASE_PROJECT_ID",
        "FIREBASE_API_KEY",
        "STRIPE_SECRET_KEY",
        "STRIPE_PUBLISHABLE_KEY",
        "STRIPE_WEBHOOK_SECRET",
        "EMAIL_URL",
        "SITE_TIME_ZONE",
    ]
    loaded = load_settings(**printed | {name: PRODUCTION[name] for name in empty})
    assert loaded["SITE_URL"] == "https://camp.school.example"
    assert loaded["SECURE_PROXY_SSL_HEADER"]
    assert loaded["TRUSTED_PROXY_HOPS"] == 1
    with pytest.raises(ImproperlyConfigured, match="missing from the environment"):
        load_settings(**printed)


@pytest.mark.parametrize(("server", "printed"), [("Etc/UTC", ""), ("UTC", ""), ("America/Chicago", "America/Chicago")])
def test_it_takes_the_time_zone_of_the_server_unless_it_is_utc(tmp_path, server, printed):
    file = tmp_path / "timezone"
    file.write_text(f"{server}\n")
    assert f"SITE_TIME_ZONE='{printed}'\n" in new_settings("camp.example", zone_file=file).stdout


def test_it_takes_the_project_from_the_key_of_the_service_account(tmp_path):
    file = tmp_path / "key.json"
    file.write_text('{\n  "type": "service_account",\n  "project_id": "camp-2026"\n}\n')
    printed = new_settings("camp.example", file).stdout
    assert "FIREBASE_PROJECT_ID='camp-2026'\n" in printed
    assert "\nFIREBASE_CREDENTIALS='/etc/camp/firebase.json'\n" in printed


def test_it_refuses_another_file_in_the_place_of_the_key(tmp_path):
    file = tmp_path / "key.json"
    file.write_text("{}")
    done = new_settings("camp.example", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not the key of a Firebase service account" in done.stderr


def test_it_prints_other_keys_each_time():
    assert new_settings("camp.example").stdout != new_settings("camp.example").stdout


@pytest.mark.parametrize("host", ["", "https://camp.example", "camp'example"])
def test_it_refuses_what_is_not_a_host(host):
    done = new_settings(host)
    assert (done.returncode, done.stdout) == (2, "")
