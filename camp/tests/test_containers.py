"""compose.yaml and the Dockerfile, as far as they can be checked without Docker."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from demo.servers.postgres import tools
from testing.environments import PRODUCTION
from testing.servers import create_database, query, run

ROOT = settings.BASE_DIR
DOCKERFILE = (ROOT / "Dockerfile").read_text()
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?-\S+")
RUNNING = ("database", "web", "worker")
KEYS = {
    *("build", "command", "depends_on", "entrypoint", "env_file", "environment", "healthcheck", "image", "logging"),
    *("ports", "profiles", "restart", "stop_grace_period", "volumes"),
}
"""Keys of a service in the Compose specification, as far as they are used here."""
CONDITIONS = {"service_healthy", "service_completed_successfully"}


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


@pytest.fixture
def backup_site(tmp_path):
    """The folder and the environment that compose.yaml gives to the backup, with the tests' database."""
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    (tmp_path / ".env").write_text("SITE_NAME='Craft Camp'\n")
    (tmp_path / "media").mkdir()
    programs = tmp_path / "bin"
    programs.mkdir()
    for program in ("psql", "pg_dump"):
        (programs / program).symlink_to(tools() / program)
    values = {"PATH": f"{programs}:/usr/bin:/bin", "BACKUP_COMMAND": "", "SETTINGS_FILE": str(tmp_path / ".env")}
    values |= {"BACKUP_DIR": str(tmp_path / "backups"), "MEDIA_ROOT": str(tmp_path / "media")}
    return tmp_path, values | {"DATABASE_URL": create_database("container")["DATABASE_URL"]}


def test_it_pins_each_image_by_version(compose):
    used = {service["image"] for service in compose["services"].values() if "build" not in service}
    images = [*re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE), *used]
    assert [image for image in images if not PINNED.fullmatch(image)] == []
    assert len(used) == 1  # pg_dump must not be older than the server


def test_it_restarts_what_runs_and_rotates_every_log(compose):
    services = compose["services"]
    assert [name for name in RUNNING if services[name].get("restart") != "unless-stopped"] == []
    assert {service["logging"]["options"]["max-size"] for service in services.values()} == {"10m"}
    assert re.search(r"^HEALTHCHECK .*/healthz", DOCKERFILE, re.MULTILINE)
    assert [name for name, service in services.items() if service.get("healthcheck", {}).get("disable")] == ["worker"]


def test_it_uses_only_keys_of_the_specification(compose):
    services = compose["services"].values()
    assert {key for key in compose if not key.startswith("x-")} == {"services", "volumes"}
    assert {key for service in services for key in service} <= KEYS
    conditions = [each for service in services for each in service.get("depends_on", {}).values()]
    assert all(each.keys() == {"condition"} and each["condition"] in CONDITIONS for each in conditions)


def test_it_names_only_volumes_and_services_that_exist(compose):
    services = compose["services"]
    volumes = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    folders = {"./backups", "./credentials", "./deploy", "./.env"}
    assert volumes == set(compose["volumes"]) | folders
    assert {name for service in services.values() for name in service.get("depends_on", {})} <= set(services)


def test_it_sets_only_settings_that_exist(compose):
    known = set(re.findall(r"[A-Z_]{4,}", (ROOT / "docs" / "settings.md").read_text()))
    used = {name for service in compose["services"].values() for name in service.get("environment", {})}
    assert used - known == {"PGPASSWORD", "POSTGRES_PASSWORD", "POSTGRES_USER", "SETTINGS_FILE"}


def test_the_page_names_only_services_and_commands_that_exist(compose):
    page = (ROOT / "docs" / "deploy.md").read_text()
    found = re.findall(r"^docker compose (up|stop|run|exec) (.*?)(?:  +#.*)?$", page, re.MULTILINE)
    assert {verb for verb, _ in found} == {"up", "stop", "run", "exec"}
    for verb, text in found:
        words = re.sub(r"--(volume|user) \S+", "", text).split()
        named = [word for word in words if not word.startswith("-")]
        services = named if verb == "stop" else named[:1]
        assert set(services) <= set(compose["services"]), text
        if services == ["manage"]:
            assert named[1] in get_commands()


@pytest.mark.slow
def test_it_backs_up_with_what_the_database_image_contains(compose, backup_site):
    """The image has no Python: only the scripts, a shell, perl and the programs of PostgreSQL."""
    service = compose["services"]["backup"]
    assert service["entrypoint"] == ["/srv/camp/deploy/backup"]
    folder, environ = backup_site
    done = run(environ, str(folder / "deploy" / "backup"))
    assert Path(done.stdout.strip()).stat().st_size > 0
    assert query(environ, "SELECT count(*) FROM core_workertask WHERE name = 'backup'") == (1,)


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


def is_of_tests(path):
    return ".test." in path.name or "testing" in path.parts


def test_it_builds_the_client_without_the_packages_of_its_tests():
    """A server and the image install ``dependencies``; all that the build names must be there."""
    frontend = ROOT / "frontend"
    sources = [*frontend.glob("*.config.js"), *frontend.glob("webpack/*.js"), *frontend.glob("src/**/*.ts*")]
    texts = [path.read_text() for path in sources if path.name != "jest.config.js" and not is_of_tests(path)]
    named = {name for text in texts for name in re.findall(r'(?<!syntax: )"([\w@./-]+)"', text)}
    packages = json.loads((frontend / "package.json").read_text())
    assert {"webpack", "css-loader", "react"} <= named & packages["dependencies"].keys()
    assert named & packages["devDependencies"].keys() == set()
    for path in (ROOT / "deploy" / "build", ROOT / "Dockerfile"):
        assert re.findall(r"npm ci (\S+)", path.read_text()) == ["--omit=dev"], path


@pytest.mark.slow
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
