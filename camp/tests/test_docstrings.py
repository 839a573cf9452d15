"""A docstring says what name and types do not. Three kinds that only repeat the code are refused."""

import ast
import re
from collections.abc import Iterator

import pytest
from django.conf import settings

APPS = ["core", "accounts", "privacy", "mail", "care", "classes", "payments", "office", "camp"]
MIN_LINES = 11
MAX_ERRORS = 2
RAISES = re.compile(r"\bRaises ([^.;]+)")
ERROR = re.compile(r"[A-Z]\w*[a-z]\w*")
Function = ast.FunctionDef | ast.AsyncFunctionDef

OF_SHORT_HELPER = "a private function this short has no docstring; a reason is a comment at its line"
OF_RESULT = "name and types say what it returns"
OF_ERRORS = "the errors are in the code; name only those that surprise"


def find_problems(source: str, *, in_api: bool = False) -> Iterator[tuple[int, str]]:
    """Yields the line of each docstring that is refused, and why."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, Function | ast.ClassDef | ast.Module):
            continue
        text = ast.get_docstring(node)
        if text is None:
            continue
        docstring = node.body[0]
        if isinstance(node, Function):
            is_private = node.name.startswith("_") and not node.name.endswith("__") and len(node.body) > 1
            if is_private and node.end_lineno - docstring.end_lineno < MIN_LINES:
                yield docstring.lineno, OF_SHORT_HELPER
            if not in_api and "\n" not in text and text.startswith(("Returns the ", "Return the ")):
                yield docstring.lineno, OF_RESULT
        if any(_errors_in(sentence) > MAX_ERRORS for sentence in RAISES.findall(" ".join(text.split()))):
            yield docstring.lineno, OF_ERRORS


def _errors_in(sentence: str) -> int:
    return len(ERROR.findall(re.sub(r"\([^)]*\)", "", sentence)))


@pytest.mark.parametrize(
    ("docstring", "function", "reason"),
    [
        ('"""Adds one."""', "_add", OF_SHORT_HELPER),
        ('"""Returns the sum."""', "add", OF_RESULT),
        ('"""Adds. Raises NotFound, TooHigh (a sum)\n    and TooLow."""', "add", OF_ERRORS),
    ],
)
def test_it_finds_a_docstring_that_repeats_the_code(docstring, function, reason):
    source = f"def {function}(a):\n    {docstring}\n    return a + 1\n"
    assert list(find_problems(source)) == [(2, reason)]


def test_it_accepts_what_name_and_types_do_not_say():
    long = "    print(a)\n" * MIN_LINES
    source = f'def _add(a):\n    """Cents."""\n{long}\n\ndef add(a):\n    """Cents. Raises TooHigh, TooLow."""\n'
    assert list(find_problems(source)) == []


@pytest.mark.parametrize("app", APPS)
def test_it_finds_no_such_docstring_in(app):
    found = [
        f"{path.relative_to(settings.BASE_DIR)}:{line}: {reason}"
        for path in sorted((settings.BASE_DIR / app).rglob("*.py"))
        if not {"tests", "migrations"} & set(path.parts)
        for line, reason in find_problems(path.read_text(), in_api="api" in path.parts)
    ]
    assert found == []
