"""compose.yaml and the Dockerfile, as far as they can be checked without Docker."""

import os
import re
import shutil
import subprocess
import sys

import psycopg
import pytest
import yaml
from django.conf import settings

from testing.production_settings import PRODUCTION

ROOT = settings.BASE_DIR
DOCKERFILE = (ROOT / "Dockerfile").read_text()
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?-\S+")
RUNNING = ("database", "web", "worker")


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def test_it_pins_each_image_by_version(compose):
    images = [*re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE), compose["services"]["database"]["image"]]
    assert [image for image in images if not PINNED.fullmatch(image)] == []


def test_it_restarts_what_runs_and_rotates_every_log(compose):
    services = compose["services"]
    assert [name for name in RUNNING if services[name].get("restart") != "unless-stopped"] == []
    assert {service["logging"]["options"]["max-size"] for service in services.values()} == {"10m"}
    assert "urlopen" in str(services["web"]["healthcheck"]["test"])


def test_it_names_only_volumes_and_services_that_exist(compose):
    services = compose["services"]
    volumes = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert volumes == set(compose["volumes"])
    assert {name for service in services.values() for name in service.get("depends_on", {})} <= set(services)


def test_it_publishes_only_to_this_machine(compose):
    published = [port for service in compose["services"].values() for port in service.get("ports", [])]
    assert published == ["127.0.0.1:8000:8000"]


def test_it_keeps_any_password_out_of_the_url(compose, monkeypatch):
    """libpq takes the variable literally; in a URL some characters would need percent codes."""
    environment = compose["services"]["web"]["environment"]
    assert environment["PGPASSWORD"] == "${POSTGRES_PASSWORD:?}"
    assert ":" not in environment["DATABASE_URL"].removeprefix("postgresql://")
    monkeypatch.setenv("PGPASSWORD", "p@ss/w#rd 'x'")
    defaults = {option.keyword: option.val for option in psycopg.pq.Conninfo.get_defaults()}
    assert defaults[b"password"] == b"p@ss/w#rd 'x'"


def test_it_copies_all_that_the_site_needs_into_the_image(tmp_path):
    """Copies what the last stage copies, and starts the site's code from there."""
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    for source, target in re.findall(r"^COPY (?!--)(\S+) (\S+)$", last, re.MULTILINE):
        path = ROOT / source
        if path.is_dir():
            shutil.copytree(path, tmp_path / target, ignore=shutil.ignore_patterns("__pycache__", "tests", "build"))
        else:
            shutil.copy(path, tmp_path / target)
    code = "import django; django.setup(); import camp.server.asgi, camp.urls; print(len(camp.urls.urlpatterns) > 10)"
    environ = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "camp.settings"} | PRODUCTION
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, '.'); {code}"],
        cwd=tmp_path, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "True", done.stderr
