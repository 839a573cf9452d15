"""What the demo fills in for the settings, and what it refuses."""

import json
import stat

import pytest

from camp.demo import apply_defaults
from camp.demo.environment import NotForDemo, for_a_run

LOCAL = "postgresql://postgres@/camp?host=/tmp/somewhere"


def filled(tmp_path, **given):
    environ = {"CAMP_DEMO_DIR": str(tmp_path), "DATABASE_URL": LOCAL} | given
    apply_defaults(environ)
    return environ


def test_it_points_every_provider_at_this_machine(tmp_path):
    environ = filled(tmp_path, PORT="8123", FIREBASE_AUTH_EMULATOR_PORT="9123", STRIPE_STANDIN_PORT="12123")
    assert environ["SITE_URL"] == "http://127.0.0.1:8123"
    assert environ["FIREBASE_AUTH_EMULATOR_HOST"] == "127.0.0.1:9123"
    assert environ["STRIPE_API_BASE"] == "http://127.0.0.1:12123"
    assert environ["STRIPE_SCRIPT_URL"] == "http://127.0.0.1:12123/v3/stripe.js"
    assert environ["STRIPE_SECRET_KEY"].startswith("sk_test_")
    assert environ["MEDIA_ROOT"] == str(tmp_path / "media")


def test_it_leaves_what_was_given_and_fills_what_is_empty(tmp_path):
    environ = filled(tmp_path, SITE_URL="http://testserver", FIREBASE_PROJECT_ID="")
    assert environ["SITE_URL"] == "http://testserver"
    assert environ["DATABASE_URL"] == LOCAL
    assert environ["FIREBASE_PROJECT_ID"] == "demo-camp"


def test_its_secrets_last_are_private_and_differ_from_each_other_and_elsewhere(tmp_path):
    first, again = filled(tmp_path / "one"), filled(tmp_path / "one")
    other = filled(tmp_path / "two")
    assert first["SECRET_KEY"] == again["SECRET_KEY"] != other["SECRET_KEY"]
    assert first["JWT_SIGNING_KEY"] == again["JWT_SIGNING_KEY"] != first["SECRET_KEY"]
    kept = tmp_path / "one" / "keys.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert json.loads(kept.read_text())["SECRET_KEY"] == first["SECRET_KEY"]
    assert [path.name for path in kept.parent.iterdir()] == ["keys.json"]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://camp@database.example/camp",
        "postgresql://camp@10.0.0.5:5432/camp",
        "postgresql:///camp?host=database.example",
    ],
)
def test_it_refuses_a_database_on_another_machine(tmp_path, url):
    with pytest.raises(NotForDemo, match="DATABASE_URL"):
        filled(tmp_path, DATABASE_URL=url)


@pytest.mark.parametrize("url", ["postgresql://camp@127.0.0.1:5432/camp", "postgresql://camp@localhost/camp", LOCAL])
def test_it_accepts_a_database_on_this_machine(tmp_path, url):
    assert filled(tmp_path, DATABASE_URL=url)["DATABASE_URL"] == url


@pytest.mark.parametrize("value", ["zero", "0", "65536", "-1"])
def test_it_refuses_a_port_that_is_none(tmp_path, value):
    with pytest.raises(NotForDemo, match="STRIPE_STANDIN_PORT"):
        filled(tmp_path, STRIPE_STANDIN_PORT=value)


def test_a_run_takes_over_nothing_real():
    real = {
        "DATABASE_URL": "postgresql://camp@database.example/camp",
        "STRIPE_SECRET_KEY": "sk_live_real",
        "FIREBASE_CREDENTIALS": "/etc/real.json",
        "SECRET_KEY": "real",
    }
    environ = for_a_run({**real, "PORT": "8123", "PATH": "/bin"})
    assert not real.keys() & environ.keys()
    assert (environ["PORT"], environ["PATH"], environ["CAMP_DEMO"]) == ("8123", "/bin", "1")
