"""The environment of the demo: the stand-ins' values for the settings, and nothing of a real site."""

import json
import stat

from demo.servers.environment import apply_defaults, environment_for_run

DATABASE_URL = "postgresql://postgres@/camp?host=/tmp/somewhere"


def environment(tmp_path, **given):
    environ = {"CAMP_DEMO_DIR": str(tmp_path), "DATABASE_URL": DATABASE_URL} | given
    apply_defaults(environ)
    return environ


def test_it_points_every_provider_at_this_machine(tmp_path):
    ports = {"PORT": "8123", "FIREBASE_AUTH_EMULATOR_PORT": "9123", "STRIPE_STANDIN_PORT": "12123"}
    environ = environment(tmp_path, **ports, MAILBOX_SMTP_PORT="1123")
    assert environ["SITE_URL"] == "http://127.0.0.1:8123"
    assert environ["FIREBASE_AUTH_EMULATOR_HOST"] == "127.0.0.1:9123"
    assert environ["STRIPE_API_BASE"] == "http://127.0.0.1:12123"
    assert environ["STRIPE_SCRIPT_URL"] == "http://127.0.0.1:12123/v3/stripe.js"
    assert environ["EMAIL_URL"] == "smtp://127.0.0.1:1123"
    assert environ["STRIPE_SECRET_KEY"].startswith("sk_test_")
    assert environ["MEDIA_ROOT"] == str(tmp_path / "media")


def test_it_sets_only_missing_and_empty_variables(tmp_path):
    environ = environment(tmp_path, SITE_URL="http://testserver", FIREBASE_PROJECT_ID="")
    assert environ["SITE_URL"] == "http://testserver"
    assert environ["DATABASE_URL"] == DATABASE_URL
    assert environ["FIREBASE_PROJECT_ID"] == "demo-camp"


def test_it_generates_the_secret_keys_once_per_folder(tmp_path):
    first, again = environment(tmp_path / "one"), environment(tmp_path / "one")
    other = environment(tmp_path / "two")
    assert first["SECRET_KEY"] == again["SECRET_KEY"] != other["SECRET_KEY"]
    assert first["JWT_SIGNING_KEY"] == again["JWT_SIGNING_KEY"] != first["SECRET_KEY"]
    assert first["CARE_KEYS"] == again["CARE_KEYS"] != other["CARE_KEYS"]


def test_it_stores_the_secret_keys_for_the_owner_only(tmp_path):
    environ = environment(tmp_path)
    file = tmp_path / "keys.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["SECRET_KEY"] == environ["SECRET_KEY"]
    assert list(tmp_path.iterdir()) == [file]


def test_it_removes_the_variables_of_a_real_site_for_a_run():
    real = {
        "DATABASE_URL": "postgresql://camp@database.example/camp",
        "STRIPE_SECRET_KEY": "sk_live_real",
        "EMAIL_URL": "smtp+tls://camp:secret@smtp.example:587",
        "FIREBASE_CREDENTIALS": "/etc/real.json",
        "SECRET_KEY": "real",
    }
    environ = environment_for_run({**real, "PORT": "8123", "PATH": "/bin"})
    assert not real.keys() & environ.keys()
    assert (environ["PORT"], environ["PATH"], environ["CAMP_DEMO"]) == ("8123", "/bin", "1")
