"""The security headers of each response, in the demo and in production."""

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

from camp.settings import security
from testing.clients.api import as_, with_bearer

HTML = {"HTTP_ACCEPT": "text/html"}
SEND_REQUESTS = """
import json, django
django.setup()
from django.test import Client
client, responses = Client(), {}
for name, path, secure in %r:
    response = client.get(path, HTTP_HOST="camp.example", HTTP_ACCEPT="text/html", secure=secure)
    responses[name] = {"status": response.status_code, "body": response.getvalue().decode(errors="replace"),
                       "headers": {key.lower(): value for key, value in response.headers.items()},
                       "cookies": [morsel.OutputString() for morsel in response.cookies.values()]}
print(json.dumps(responses))
"""


@pytest.fixture(scope="module")
def production():
    """Responses of a production site with the settings of ``.ci/production.env``, by name."""
    lines = (settings.BASE_DIR / ".ci" / "production.env").read_text().splitlines()
    values = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    requests = [
        ("page", "/login", True),
        ("missing", "/nothing", True),
        ("plain", "/login", False),
        ("admin", "/admin/login/", True),
        ("docs", "/docs", True),
    ]
    done = subprocess.run(
        [sys.executable, "-c", SEND_REQUESTS % requests],
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "camp.settings"} | values,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def directives(policy):
    return {name: sources.split() for name, _, sources in (part.strip().partition(" ") for part in policy.split(";"))}


def policy_of(response):
    return directives(response["headers"]["content-security-policy"])


def test_it_allows_only_the_inline_scripts_of_the_pages(db, client, monkeypatch):
    bundle = {"js": [], "css": [], "fonts": [], "pages": {"firebase": ["build/firebase.js"]}}
    monkeypatch.setattr("camp.pages.shell.bundle", lambda: bundle)
    response = client.get("/dashboard", **HTML)
    inline = security.INLINE_SCRIPT.findall(response.content.decode())
    assert len(inline) == 3
    public = security.INLINE_SCRIPT.findall(client.get("/login", **HTML).content.decode())
    assert len(public) == 2
    assert set(public) < set(inline)
    digests = {base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inline}
    sources = directives(response["Content-Security-Policy"])["script-src"]
    assert {source for source in sources if "sha256" in source} == {f"'sha256-{digest}'" for digest in digests}
    assert not {"'unsafe-inline'", "'unsafe-eval'", "https:", "data:", "*"} & set(sources)


def test_it_hashes_each_inline_script_of_a_template(tmp_path):
    template = tmp_path / "page.html"
    template.write_text('<script>one()</script>\n<script src="x"></script><script>\ntwo()</script>')
    assert security.inline_script_hashes(template) == [
        f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in (b"one()", b"\ntwo()")
    ]


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/classes", "/users", "/healthz", "/schema", "/docs", "/admin/login/"]
)
def test_it_sets_the_headers_on_every_response(db, client, path):
    response = client.get(path, **HTML)
    policy = directives(response["Content-Security-Policy"])
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert response["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_it_sets_the_headers_on_static_files(db, client):
    response = client.get("/static/favicon.svg")
    response.close()
    assert response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"


def test_it_lets_other_origins_show_pictures(db, client):
    name = default_storage.save("classes/clay-0123abcd.webp", ContentFile(b"RIFF"))
    for path in (f"/media/{name}", "/static/pictures/avatars/owl.svg"):
        response = client.get(path)
        response.close()
        assert (response.status_code, response["Cross-Origin-Resource-Policy"]) == (200, "cross-origin")


def test_it_allows_the_stand_ins_and_no_provider_in_the_demo(db, client, settings):
    policy = directives(client.get("/login", **HTML)["Content-Security-Policy"])
    cards = security.origin(settings.STRIPE_SCRIPT_URL)
    emulator = f"http://{settings.FIREBASE_AUTH_EMULATOR_HOST}"
    assert cards in policy["script-src"]
    assert cards in policy["connect-src"]
    assert emulator in policy["connect-src"]
    assert emulator in policy["frame-src"]
    assert "stripe.com" not in client.get("/login", **HTML)["Content-Security-Policy"]


@pytest.mark.slow
def test_it_allows_the_providers_and_no_stand_in_in_production(production):
    policy = policy_of(production["page"])
    stripe = {"https://js.stripe.com", "https://*.js.stripe.com"}
    assert {"'self'", "https://apis.google.com", *stripe} < set(policy["script-src"])
    assert set(policy["connect-src"]) == {
        "'self'",
        "https://identitytoolkit.googleapis.com",
        "https://securetoken.googleapis.com",
        "https://api.stripe.com",
    }
    assert set(policy["frame-src"]) == stripe | {
        "https://hooks.stripe.com",
        "https://camp-example.firebaseapp.com",
        "https://accounts.google.com",
    }
    assert policy["style-src"] == ["'self'"]
    assert "upgrade-insecure-requests" in policy
    assert "http:" not in production["page"]["headers"]["content-security-policy"]


@pytest.mark.slow
def test_it_lets_stripe_take_payments(production):
    policy = production["page"]["headers"]["permissions-policy"]
    assert 'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")' in policy


@pytest.mark.slow
def test_it_serves_third_party_pages_without_inline_code(production):
    for name in ("docs", "admin"):
        assert production[name]["status"] == 200
        assert not security.INLINE_SCRIPT.findall(production[name]["body"])
        assert "<style" not in production[name]["body"]
        assert policy_of(production[name]) == policy_of(production["page"])


@pytest.mark.slow
def test_it_binds_the_cookies_to_the_host_in_production(production):
    assert [cookie.partition("=")[0] for cookie in production["admin"]["cookies"]] == ["__Host-csrf"]
    assert all("Path=/" in cookie and "Domain" not in cookie for cookie in production["admin"]["cookies"])


def test_it_forbids_storing_the_responses_to_a_user(users):
    for path in ("/users", "/classes", "/nothing"):
        assert as_(users.admin).client.get(path)["Cache-Control"] == "no-store"
    assert with_bearer("nonsense").client.get("/users")["Cache-Control"] == "no-store"
    assert as_(None).client.get("/classes").get("Cache-Control") is None


@pytest.mark.parametrize("path", ["/login", "/users", "/nothing", "/static/favicon.svg"])
def test_it_refuses_trace(db, client, path):
    assert client.trace(path).status_code in (401, 403, 404, 405)


@pytest.mark.slow
def test_it_redirects_http_to_https(production):
    assert production["plain"]["status"] == 301
    assert production["plain"]["headers"]["location"] == "https://camp.example/login"


# The published scoring of Mozilla's HTTP Observatory: a site starts with 100 points, and each test adds or subtracts.


def content_security_policy_score(response):
    policy = policy_of(response)
    scripts, styles = policy["script-src"], policy["style-src"]
    broad = {"*", "http:", "https:", "ftp:", "data:", "'unsafe-inline'", "'unsafe-eval'"}
    if broad & {*scripts, *policy.get("object-src", policy["default-src"])}:
        return -20
    active = [source for name, sources in policy.items() if name not in ("img-src", "media-src") for source in sources]
    if any(source.startswith(("http:", "ftp:")) for source in active):
        return -20
    if broad & set(styles):
        return 0
    return 10 if policy["default-src"] == ["'none'"] and policy["form-action"] in (["'none'"], ["'self'"]) else 5


def cookies_score(response):
    for cookie in response["cookies"]:
        if not {"Secure", "HttpOnly"} <= {part.strip() for part in cookie.split(";")}:
            return -40
        if "SameSite" not in cookie:
            return -20
    return 5 if response["cookies"] else 0


def cors_score(response):
    return -50 if "access-control-allow-origin" in response["headers"] else 0


def referrer_score(response):
    private = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
    return 5 if response["headers"].get("referrer-policy") in private else -5


def hsts_score(response):
    seconds = int(re.search(r"max-age=(\d+)", response["headers"]["strict-transport-security"]).group(1))
    return 0 if seconds >= 15_768_000 else -10


def scripts_score(response):
    addresses = re.findall(r'<script[^>]+src="([^"]+)"', response["body"])
    return 0 if all(re.match(r"/(?!/)", address) for address in addresses) else -50


def sniffing_score(response):
    return 0 if response["headers"].get("x-content-type-options") == "nosniff" else -5


def framing_score(response):
    return 5 if policy_of(response)["frame-ancestors"] in (["'none'"], ["'self'"]) else -20


def resource_policy_score(response):
    return 10 if response["headers"].get("cross-origin-resource-policy") in ("same-origin", "same-site") else 0


SCORES = (
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["page", "missing", "admin", "docs"])
def test_it_scores_an_a_plus_in_the_observatory(production, name):
    scores = {score.__name__: score(production[name]) for score in SCORES}
    assert min(scores.values()) >= 0, scores
    assert 100 + sum(scores.values()) >= 130, scores


@pytest.mark.slow
def test_it_scores_less_for_each_weakness(production):
    """The control: each score above detects what it is for."""
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
