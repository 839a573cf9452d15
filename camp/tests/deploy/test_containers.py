"""compose.yaml and the Dockerfile, as far as they can be checked without Docker."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from demo.servers.postgres import tools
from testing.servers.environments import PRODUCTION
from testing.servers.processes import create_database, query, run

ROOT = settings.BASE_DIR
DOCKERFILE = (ROOT / "Dockerfile").read_text()
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?-\S+")
RUNNING = ("database", "web", "worker", "proxy", "backup")
KEYS = {
    *("build", "cap_add", "cap_drop", "command", "depends_on", "entrypoint", "env_file", "environment", "healthcheck"),
    *("image", "init", "logging", "mem_limit", "ports", "profiles", "read_only", "restart", "security_opt"),
    *("stop_grace_period", "tmpfs", "user", "volumes"),
}
"""Keys of a service in the Compose specification, as far as they are used here."""
CONDITIONS = {"service_healthy", "service_completed_successfully", "service_started"}


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
    # pg_dump must not be older than the server.
    assert compose["services"]["backup"]["image"] == compose["services"]["database"]["image"]


def test_it_keeps_the_image_of_each_version(compose):
    """A rollback starts the former one."""
    assert {each["image"] for each in compose["services"].values() if "build" in each} == {
        "craft-camp:${CAMP_VERSION:?}"
    }


def test_it_locks_each_container(compose):
    """Only the proxy takes a port below 1024, and only the backup reads and writes what others own."""
    for name, service in compose["services"].items():
        assert (service["read_only"], service["init"], service["cap_drop"]) == (True, True, ["ALL"]), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert "/tmp" in service["tmpfs"], name
    added = {name: service["cap_add"] for name, service in compose["services"].items() if "cap_add" in service}
    assert added == {"proxy": ["NET_BIND_SERVICE"], "backup": ["DAC_OVERRIDE"]}


def test_it_restarts_what_runs_and_rotates_every_log(compose):
    services = compose["services"]
    assert [name for name in RUNNING if services[name].get("restart") != "unless-stopped"] == []
    assert {service["logging"]["options"]["max-size"] for service in services.values()} == {"10m"}
    assert re.search(r"^HEALTHCHECK .*/healthz", DOCKERFILE, re.MULTILINE)
    assert services["worker"]["healthcheck"]["test"] == "deploy/worker-health"


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
    folders |= {"./deploy/Caddyfile", "./deploy/camp-upstream"}
    assert volumes == set(compose["volumes"]) | folders
    assert {name for service in services.values() for name in service.get("depends_on", {})} <= set(services)


def test_it_sets_only_settings_that_exist(compose):
    known = set(re.findall(r"[A-Z_]{4,}", (ROOT / "docs" / "settings.md").read_text()))
    used = {name for service in compose["services"].values() for name in service.get("environment", {})}
    assert used - known == {"CAMP_VERSION", "PGPASSWORD", "POSTGRES_PASSWORD", "POSTGRES_USER", "SETTINGS_FILE"}


def test_the_page_names_only_services_and_commands_that_exist(compose):
    page = (ROOT / "docs" / "deploy-containers.md").read_text()
    found = re.findall(r"^docker compose (up|stop|run|exec) (.*?)(?:  +#.*)?$", page, re.MULTILINE)
    assert {verb for verb, _ in found} == {"up", "stop", "run", "exec"}
    for verb, text in found:
        words = re.sub(r"--(volume|user|cap-add) \S+", "", text).split()
        named = [word for word in words if not word.startswith("-")]
        services = named if verb == "stop" else named[:1]
        assert set(services) <= set(compose["services"]), text
        if services == ["manage"]:
            assert named[1] in get_commands()


@pytest.mark.slow
def test_it_backs_up_with_what_the_database_image_contains(compose, backup_site):
    """The image has no Python: only the scripts, a shell, perl and the programs of PostgreSQL."""
    service = compose["services"]["backup"]
    assert service["entrypoint"] == ["/srv/camp/deploy/nightly"]
    folder, environ = backup_site
    done = run(environ | {"CAMP_VERSION": "v1.1.0"}, str(folder / "deploy" / "backup"))
    dump = Path(done.stdout.strip())
    assert dump.stat().st_size > 0
    assert dump.with_suffix(".version").read_text() == "v1.1.0\n"
    assert query(environ, "SELECT count(*) FROM core_workertask WHERE name = 'backup'") == (1,)


def test_it_makes_a_backup_each_night_and_continues_after_one_that_failed(tmp_path):
    """A program in the place of sleep says for how long, and ends the script at the third night."""
    (tmp_path / "deploy").mkdir()
    shutil.copy(ROOT / "deploy" / "nightly", tmp_path / "deploy")
    programs = {"deploy/backup": "echo backup; exit 1", "date": "echo 1767229200", "sleep": "echo $1"}  # 1:00 UTC
    programs["sleep"] += '; echo >> count; [ "$(wc -l < count)" -lt 5 ] || exit 1'
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    environ = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run([tmp_path / "deploy" / "nightly"], env=environ, capture_output=True, text=True, check=False)
    night = ["4800", "backup", "60"]
    assert done.stdout.split() == [*night, *night, "4800"]


def test_it_serves_the_client_files_of_former_versions_for_30_days(tmp_path):
    site, folder = tmp_path / "site", tmp_path / "static"
    for path in (site / "deploy", site / "staticfiles" / "build", folder / "build"):
        path.mkdir(parents=True)
    shutil.copy(ROOT / "deploy" / "keep-static", site / "deploy")
    for path, days in (
        (site / "staticfiles/build/new.js", 90),
        (folder / "build/old.js", 29),
        (folder / "build/older.js", 31),
    ):
        path.touch()
        os.utime(path, (time.time() - days * 86_400,) * 2)
    for _ in range(2):
        subprocess.run([site / "deploy" / "keep-static", folder], check=True)
    assert {path.name for path in (folder / "build").iterdir()} == {"new.js", "old.js"}


@pytest.mark.slow
def test_a_worker_is_healthy_while_one_looks_for_emails():
    environ = create_database("worker_health") | {"PYTHON": sys.executable}
    script = str(ROOT / "deploy" / "worker-health")
    run(environ, script, status=1)
    task = "INSERT INTO core_workertask (name, started_at) VALUES ('mail', now() - interval '{} minutes') RETURNING 1"
    query(environ, task.format(6))
    run(environ, script, status=1)
    query(environ, "UPDATE core_workertask SET started_at = now() - interval '4 minutes' RETURNING 1")
    run(environ, script)


def test_only_the_proxy_can_be_reached_from_outside(compose):
    published = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}
    assert published == {"proxy": ["80:80", "443:443"]}
    assert (ROOT / "deploy" / "camp-upstream").read_text().splitlines()[-1] == "to web:8000"


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
