"""The rules that a browser is given with each answer, in the demo and as a production site gives them."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client

from camp import security
from camp.testing import as_, bearing, make_cast

HTML = {"HTTP_ACCEPT": "text/html"}
ASK = """
import json, django
django.setup()
from django.test import Client
client, answers = Client(), {}
for name, path, secure in %r:
    response = client.get(path, HTTP_HOST="camp.example", HTTP_ACCEPT="text/html", secure=secure)
    answers[name] = {"status": response.status_code, "body": response.getvalue().decode(errors="replace"),
                     "headers": {key.lower(): value for key, value in response.headers.items()},
                     "cookies": [morsel.OutputString() for morsel in response.cookies.values()]}
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def production():
    """What a production site answers, under the settings of ``.ci/production.env`` and no demo."""
    lines = (settings.BASE_DIR / ".ci" / "production.env").read_text().splitlines()
    values = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    asked = [
        ("page", "/login", True),
        ("missing", "/nothing", True),
        ("plain", "/login", False),
        ("admin", "/admin/login/", True),
        ("docs", "/docs", True),
    ]
    answered = subprocess.run(
        [sys.executable, "-c", ASK % asked],
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "camp.settings"} | values,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answered.stdout.splitlines()[-1])


def directives(policy):
    return {name: sources.split() for name, _, sources in (part.strip().partition(" ") for part in policy.split(";"))}


def policy_of(answer):
    return directives(answer["headers"]["content-security-policy"])


def test_no_inline_script_runs_but_the_theme_and_the_start(db, client):
    response = client.get("/login", **HTML)
    inline = security.INLINE_SCRIPT.findall(response.content.decode())
    assert len(inline) == 2
    digests = {base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inline}
    sources = directives(response["Content-Security-Policy"])["script-src"]
    assert {source for source in sources if "sha256" in source} == {f"'sha256-{digest}'" for digest in digests}
    assert not {"'unsafe-inline'", "'unsafe-eval'", "https:", "data:", "*"} & set(sources)


def test_each_inline_script_of_a_template_has_its_hash(tmp_path):
    template = tmp_path / "page.html"
    template.write_text('<script>one()</script>\n<script src="x"></script><script>\ntwo()</script>')
    assert security.inline_script_hashes(template) == [
        f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in (b"one()", b"\ntwo()")
    ]


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/classes", "/users", "/healthz", "/schema", "/docs", "/admin/login/"]
)
def test_every_answer_carries_the_rules(db, path):
    response = Client().get(path, **HTML)
    rules = directives(response["Content-Security-Policy"])
    assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == ["'none'"]
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert response["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_a_file_of_ours_carries_them_too(db, client):
    response = client.get("/static/favicon.svg")
    response.close()
    assert response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"


def test_a_picture_may_be_shown_elsewhere(db, client):
    name = default_storage.save("classes/clay-0123abcd.webp", ContentFile(b"RIFF"))
    response = client.get(f"/media/{name}")
    response.close()
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_the_demo_lets_in_its_stand_ins_and_no_provider(db, client, settings):
    rules = directives(client.get("/login", **HTML)["Content-Security-Policy"])
    cards = security.origin(settings.STRIPE_SCRIPT_URL)
    emulator = f"http://{settings.FIREBASE_AUTH_EMULATOR_HOST}"
    assert cards in rules["script-src"]
    assert cards in rules["connect-src"]
    assert emulator in rules["connect-src"]
    assert emulator in rules["frame-src"]
    assert "stripe.com" not in client.get("/login", **HTML)["Content-Security-Policy"]


def test_production_lets_in_its_providers_and_no_stand_in(production):
    rules = policy_of(production["page"])
    stripe = {"https://js.stripe.com", "https://*.js.stripe.com"}
    assert {"'self'", "https://apis.google.com", *stripe} < set(rules["script-src"])
    assert set(rules["connect-src"]) == {
        "'self'",
        "https://identitytoolkit.googleapis.com",
        "https://securetoken.googleapis.com",
        "https://api.stripe.com",
    }
    assert set(rules["frame-src"]) == stripe | {
        "https://hooks.stripe.com",
        "https://camp-example.firebaseapp.com",
        "https://accounts.google.com",
    }
    assert rules["style-src"] == ["'self'"]
    assert "upgrade-insecure-requests" in rules
    assert "http:" not in production["page"]["headers"]["content-security-policy"]


def test_production_lets_the_card_provider_take_payments(production):
    told = production["page"]["headers"]["permissions-policy"]
    assert 'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")' in told


def test_the_pages_of_others_have_no_inline_script_either(production):
    for name in ("docs", "admin"):
        assert production[name]["status"] == 200
        assert not security.INLINE_SCRIPT.findall(production[name]["body"])
        assert "<style" not in production[name]["body"]
        assert policy_of(production[name]) == policy_of(production["page"])


def test_the_cookies_of_production_belong_to_this_host_alone(production):
    assert [cookie.partition("=")[0] for cookie in production["admin"]["cookies"]] == ["__Host-csrf"]
    assert all("Path=/" in cookie and "Domain" not in cookie for cookie in production["admin"]["cookies"])


def test_what_somebody_is_answered_is_kept_nowhere(db):
    cast = make_cast()
    for path in ("/users", "/classes", "/nothing"):
        assert as_(cast.admin).client.get(path)["Cache-Control"] == "no-store"
    assert bearing("nonsense").client.get("/users")["Cache-Control"] == "no-store"
    assert as_(None).client.get("/classes").get("Cache-Control") is None


@pytest.mark.parametrize("path", ["/login", "/users", "/nothing", "/static/favicon.svg"])
def test_nothing_is_traced_back(db, client, path):
    assert client.trace(path).status_code in (401, 403, 404, 405)


def test_plain_http_is_sent_on(production):
    assert production["plain"]["status"] == 301
    assert production["plain"]["headers"]["location"] == "https://camp.example/login"


# The published scoring of Mozilla's HTTP Observatory: every test begins at 0 and moves the 100 that a site begins with.


def content_security_policy_score(answer):
    rules = policy_of(answer)
    scripts, styles = rules["script-src"], rules["style-src"]
    broad = {"*", "http:", "https:", "ftp:", "data:", "'unsafe-inline'", "'unsafe-eval'"}
    if broad & {*scripts, *rules.get("object-src", rules["default-src"])}:
        return -20
    active = [source for name, sources in rules.items() if name not in ("img-src", "media-src") for source in sources]
    if any(source.startswith(("http:", "ftp:")) for source in active):
        return -20
    if broad & set(styles):
        return 0
    return 10 if rules["default-src"] == ["'none'"] and rules["form-action"] in (["'none'"], ["'self'"]) else 5


def cookies_score(answer):
    for cookie in answer["cookies"]:
        if not {"Secure", "HttpOnly"} <= {part.strip() for part in cookie.split(";")}:
            return -40
        if "SameSite" not in cookie:
            return -20
    return 5 if answer["cookies"] else 0


def cors_score(answer):
    return -50 if "access-control-allow-origin" in answer["headers"] else 0


def referrer_score(answer):
    private = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
    return 5 if answer["headers"].get("referrer-policy") in private else -5


def hsts_score(answer):
    seconds = int(re.search(r"max-age=(\d+)", answer["headers"]["strict-transport-security"]).group(1))
    return 0 if seconds >= 15_768_000 else -10


def scripts_score(answer):
    addresses = re.findall(r'<script[^>]+src="([^"]+)"', answer["body"])
    return 0 if all(re.match(r"/(?!/)", address) for address in addresses) else -50


def sniffing_score(answer):
    return 0 if answer["headers"].get("x-content-type-options") == "nosniff" else -5


def framing_score(answer):
    return 5 if policy_of(answer)["frame-ancestors"] in (["'none'"], ["'self'"]) else -20


def resource_policy_score(answer):
    return 10 if answer["headers"].get("cross-origin-resource-policy") in ("same-origin", "same-site") else 0


LINES = (
    content_security_policy_score,
    cookies_score,
    cors_score,
    referrer_score,
    hsts_score,
    scripts_score,
    sniffing_score,
    framing_score,
    resource_policy_score,
)


@pytest.mark.parametrize("name", ["page", "missing", "admin", "docs"])
def test_the_observatory_would_give_an_a_plus(production, name):
    scores = {line.__name__: line(production[name]) for line in LINES}
    assert min(scores.values()) >= 0, scores
    assert 100 + sum(scores.values()) >= 130, scores


def test_the_observatory_would_see_a_worse_site(production):
    """The control: each line above notices what it is for."""
    page = production["page"]
    headers = page["headers"]

    def changed(**new):
        return page | {"headers": headers | {name.replace("_", "-"): value for name, value in new.items()}}

    policy = headers["content-security-policy"]
    assert content_security_policy_score(changed(content_security_policy=policy.replace("'sha256", "https: 's"))) == -20
    assert (
        content_security_policy_score(
            changed(content_security_policy=policy.replace("default-src 'none'", "default-src 'self'"))
        )
        == 5
    )
    assert cookies_score(page | {"cookies": ["sessionid=1; Path=/"]}) == -40
    assert cors_score(changed(access_control_allow_origin="*")) == -50
    assert referrer_score(changed(referrer_policy="unsafe-url")) == -5
    assert hsts_score(changed(strict_transport_security="max-age=60")) == -10
    assert scripts_score(page | {"body": '<script src="//elsewhere.example/a.js"></script>'}) == -50
    assert (
        framing_score(changed(content_security_policy=policy.replace("frame-ancestors 'none'", "frame-ancestors *")))
        == -20
    )
