"""deploy/release: whether a version may get traffic, by what `manage.py doctor` found."""

import shutil
import subprocess
import sys

import pytest
from django.conf import settings

MANAGE = """
import sys
print("ran", sys.argv[1])
sys.exit({status} if sys.argv[1] == "doctor" else 0)
"""


@pytest.mark.parametrize(
    ("status", "arguments", "expected"),
    [(0, [], 0), (1, [], 0), (3, [], 1), (3, ["--anyway"], 0)],
    ids=["all is well", "a provider does not respond", "a provider refuses a setting", "the operator is sure"],
)
def test_it_fails_only_if_a_setting_is_refused_for_certain(tmp_path, status, arguments, expected):
    (tmp_path / "deploy").mkdir()
    shutil.copy(settings.BASE_DIR / "deploy" / "release", tmp_path / "deploy")
    (tmp_path / "manage.py").write_text(MANAGE.format(status=status))
    command, environ = [tmp_path / "deploy" / "release", *arguments], {"PYTHON": sys.executable}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == expected
    assert done.stdout.split("\n") == ["ran check", "ran migrate", "ran doctor", ""]
    assert ("--anyway" in done.stderr) == (expected == 1)
