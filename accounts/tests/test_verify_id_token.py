"""accounts.firebase.verify_id_token: unsigned tokens of the emulator, and signed tokens as in production."""

import base64
import json
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import product
from types import SimpleNamespace

import jwt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from django.utils import timezone
from google.auth.exceptions import TransportError
from google.oauth2 import id_token as google_id_token
from google.oauth2 import service_account as service_account_credentials

from accounts import firebase
from accounts.firebase import Identity, IdentityProviderUnavailable, InvalidIdToken
from accounts.models import User
from core import circuit_breaker
from testing.clients.api import with_bearer
from testing.proofs.races import run_concurrently
from testing.servers.auth_emulator import (
    ODD_CLAIMS,
    PROJECT,
    encode_part,
    make_claims,
    running_emulator,
    unsigned_token,
)


def verify(token):
    return firebase.verify_id_token(token, now=timezone.now())


def test_it_returns_the_identity_of_an_emulator_token(emulator):
    assert verify(unsigned_token(make_claims())) == Identity(
        uid="uid-ann",
        email="ann@camp.example",
        email_verified=True,
        name="Ann",
        photo="https://pictures.example/ann.jpg",
    )


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({"name": None, "picture": None}, ("", "")),
        ({"name": 7, "picture": ["x"]}, ("", "")),
        ({"name": " \u202eA\u200fnn\u2069", "picture": "/media/%2e%2e/admin"}, ("Ann", "")),
        ({"name": "evil.com", "picture": None}, ("", "")),
        ({"name": " A\0nn ", "picture": "http://plain.example/a.jpg"}, ("Ann", "")),
        ({"name": "\ud800Ann" + "n" * 200, "picture": "javascript:alert(1)"}, ("Ann" + "n" * 97, "")),
    ],
)
def test_it_drops_an_invalid_name_or_photo(emulator, changes, kept):
    identity = verify(unsigned_token(make_claims(**changes)))
    assert (identity.name, identity.photo) == kept


def test_it_removes_the_host_of_this_sites_own_pictures(emulator, settings):
    claims = make_claims(picture=f"{settings.SITE_URL}/media/people/ann.webp")
    assert verify(unsigned_token(claims)).photo == "/media/people/ann.webp"


@pytest.mark.parametrize("claim", [False, None, "true", 1])
def test_it_requires_true_for_a_verified_address(emulator, claim):
    assert not verify(unsigned_token(make_claims(email_verified=claim))).email_verified


@pytest.mark.parametrize(
    "changes",
    [
        {"exp": int(time.time()) - 60},
        {"exp": None},
        {"exp": "soon"},
        {"aud": "another-project"},
        {"aud": None},
        {"iss": "https://securetoken.google.com/another-project"},
        {"iss": "craft-camp"},
        {"sub": ""},
        {"sub": None},
        {"sub": 7},
        {"sub": "u" * 129},
        {"sub": "uid\0"},
        {"sub": "uid-nobody"},
        {"email": None},
        {"email": ""},
        {"email": 7},
        {"email": "no address"},
        {"email": "a\0nn@camp.example"},
        {"email": f"{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 60}.example"},
    ],
)
def test_it_refuses_an_invalid_claim(emulator, changes):
    with pytest.raises(InvalidIdToken):
        verify(unsigned_token(make_claims(**changes)))


@pytest.mark.django_db
def test_it_refuses_or_ignores_an_odd_claim(emulator):
    ignored = {"user_id", "iat", "auth_time", "email_verified", "name", "picture"}
    for claim, value in product(make_claims(), ODD_CLAIMS):
        token = unsigned_token(make_claims(**{claim: value}))
        status = with_bearer(token).client.post("/jwt", {"email": "ann@camp.example"}, format="json").status_code
        assert status == 401 or (status == 200 and claim in ignored), (claim, value)


def test_it_returns_the_time_of_the_login(emulator):
    assert verify(unsigned_token(make_claims(auth_time=1_800_000_000))).logged_in_at.year == 2027


@pytest.mark.parametrize("claim", [None, "soon", 1e300, 10**30, -(10**30), True, []])
def test_it_ignores_an_invalid_time_of_login(emulator, claim):
    """The SDK does not check it."""
    at = verify(unsigned_token(make_claims(auth_time=claim))).logged_in_at
    assert at is None or at.year == 1970


MALFORMED_TOKENS = [
    "",
    "x",
    "a.b.c",
    "..",
    "ü.ü.ü",
    "x" * 10_000,
    unsigned_token([]),
    unsigned_token(None),
    unsigned_token(7),
    unsigned_token({}),
    unsigned_token({"v": 0, "d": 5}, {"alg": "HS256"}),
    f"{encode_part([1])}.{encode_part(make_claims())}.",
    f"{base64.urlsafe_b64encode(b'[' * 4000).decode()}.e30.",
]


@pytest.mark.parametrize("token", MALFORMED_TOKENS)
def test_it_refuses_a_malformed_token(emulator, token):
    with pytest.raises(InvalidIdToken):
        verify(token)


@pytest.mark.parametrize("change", [{"disabled": True}, {"validSince": "99999999999"}])
def test_it_refuses_an_identity_that_is_disabled_or_revoked(emulator, change):
    emulator.accounts[0] |= change
    with pytest.raises(InvalidIdToken):
        verify(unsigned_token(make_claims()))


def test_it_raises_while_the_provider_does_not_respond_and_recovers(use_emulator):
    with running_emulator() as server:
        use_emulator(f"127.0.0.1:{server.server_port}")
        verify(unsigned_token(make_claims()))
    with pytest.raises(IdentityProviderUnavailable) as refusal:
        verify(unsigned_token(make_claims()))
    assert (refusal.value.status, refusal.value.retry_after) == (503, 5)
    with running_emulator(server.server_port):
        verify(unsigned_token(make_claims()))


def test_it_makes_no_calls_for_a_while_after_three_without_a_response(use_emulator, monkeypatch):
    """Each call would occupy a thread of the web server until its timeout."""
    seconds = [1000.0]
    monkeypatch.setattr(circuit_breaker, "monotonic", lambda: seconds[0])
    with running_emulator() as server:
        use_emulator(f"127.0.0.1:{server.server_port}")
    for _ in range(firebase.MAX_FAILURES):
        with pytest.raises(IdentityProviderUnavailable):
            verify(unsigned_token(make_claims()))
    with running_emulator(server.server_port):
        with pytest.raises(IdentityProviderUnavailable):
            verify(unsigned_token(make_claims()))
        seconds[0] += firebase.PAUSE_SECONDS
        verify(unsigned_token(make_claims()))


@pytest.mark.parametrize("error", [firebase.exceptions.UnavailableError, firebase.exceptions.DeadlineExceededError])
def test_it_counts_only_calls_in_a_row_without_a_response(use_emulator, monkeypatch, error):
    use_emulator("127.0.0.1:9")
    failures = [error("no response")] * (firebase.MAX_FAILURES - 1)
    outcomes = iter([*failures, firebase.auth.UserDisabledError("disabled"), *failures])

    def respond(*_args, **_options):
        raise next(outcomes)

    monkeypatch.setattr(firebase.auth, "verify_id_token", respond)
    for _ in range(2 * len(failures) + 1):
        with pytest.raises((IdentityProviderUnavailable, InvalidIdToken)):
            verify("token")
    firebase._breaker.check()


def test_it_keeps_the_circuit_open_for_a_token_that_it_refuses_without_a_call(use_emulator, monkeypatch):
    """Otherwise each malformed token would let the next logins occupy threads again."""
    seconds = [1000.0]
    monkeypatch.setattr(circuit_breaker, "monotonic", lambda: seconds[0])
    use_emulator("127.0.0.1:9")
    for _ in range(firebase.MAX_FAILURES):
        with pytest.raises(IdentityProviderUnavailable):
            verify(unsigned_token(make_claims()))
    seconds[0] += firebase.PAUSE_SECONDS
    for token in ("a.b.c", unsigned_token(make_claims(aud="another-project"))):
        with pytest.raises(InvalidIdToken):
            verify(token)
    with pytest.raises(IdentityProviderUnavailable):
        verify(unsigned_token(make_claims()))
    with pytest.raises(IdentityProviderUnavailable) as refusal:
        verify(unsigned_token(make_claims()))
    assert isinstance(refusal.value.__cause__, circuit_breaker.CallRefused)


def test_it_creates_one_app_for_concurrent_first_calls(emulator):
    outcomes = run_concurrently(*[lambda: verify(unsigned_token(make_claims())) for _ in range(8)])
    assert {getattr(outcome, "uid", repr(outcome)) for outcome in outcomes} == {"uid-ann"}


@pytest.mark.django_db
def test_it_accepts_an_emulator_token_in_the_exchange(emulator):
    token = with_bearer(unsigned_token(make_claims())).post("/jwt", {"email": "ann@camp.example"})["token"]
    with_bearer(token).get("/users/admin/ann@camp.example")
    with_bearer(unsigned_token(make_claims(exp=1))).post("/jwt", {"email": "ann@camp.example"}, 401)
    assert User.objects.count() == 1


def make_key():
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def certificate_of(key):
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "securetoken")]), datetime.now(UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    valid = built.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    return valid.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()


@pytest.fixture
def production(use_emulator, monkeypatch):
    """Production mode without the emulator. Returns the private key of the provider's only certificate."""
    key = make_key()
    monkeypatch.setattr(google_id_token, "_fetch_certs", lambda _request, _url: {"kid-1": certificate_of(key)})
    use_emulator("")
    return key


def signed(key, body, **header):
    return jwt.encode(body, key, "RS256", headers={"kid": "kid-1"} | header)


def test_it_verifies_a_signed_token_without_a_service_account(production):
    assert verify(signed(production, make_claims())).email == "ann@camp.example"


@pytest.mark.parametrize(
    "changes", [{"exp": 1}, {"iat": int(time.time()) + 86_400}, {"aud": "x"}, {"iss": "x"}, {"email": None}]
)
def test_it_refuses_an_invalid_claim_in_production(production, changes):
    with pytest.raises(InvalidIdToken):
        verify(signed(production, make_claims(**changes)))


def test_it_refuses_an_unsigned_or_foreign_token_in_production(production):
    shared = "k" * 64
    for token in (
        unsigned_token(make_claims()),
        unsigned_token(make_claims(), {"alg": "none", "kid": "kid-1"}),
        unsigned_token(make_claims(), {"alg": ["none"], "kid": "kid-1"}),
        unsigned_token(make_claims(), {"alg": "RS256", "kid": "kid-1"}),
        signed(make_key(), make_claims()),
        signed(production, make_claims(), kid="another"),
        jwt.encode(make_claims(), shared, "HS256", headers={"kid": "kid-1"}),
    ):
        with pytest.raises(InvalidIdToken):
            verify(token)


@pytest.mark.parametrize("token", MALFORMED_TOKENS)
def test_it_refuses_a_malformed_token_in_production(production, token):
    with pytest.raises(InvalidIdToken):
        verify(token)


def test_it_raises_if_the_certificates_cannot_be_fetched(production, monkeypatch):
    def no_response(_request, _url):
        raise TransportError("no route")

    monkeypatch.setattr(google_id_token, "_fetch_certs", no_response)
    with pytest.raises(IdentityProviderUnavailable):
        verify(signed(production, make_claims()))


@pytest.fixture
def service_account(production, settings, tmp_path):
    """Configures a service account, as in production."""
    secret = make_key().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    account = {
        "type": "service_account",
        "project_id": PROJECT,
        "private_key": secret.decode(),
        "client_email": f"camp@{PROJECT}.example",
        "token_uri": "https://oauth2.example/token",
    }
    settings.FIREBASE_CREDENTIALS = str(tmp_path / "account.json")
    (tmp_path / "account.json").write_text(json.dumps(account))


def test_it_checks_for_revocation_with_a_service_account(production, service_account, monkeypatch):
    checked = []
    monkeypatch.setattr(
        firebase.auth.Client, "_check_jwt_revoked_or_disabled", lambda *args: checked.append(args[1]["uid"])
    )

    verify(signed(production, make_claims()))

    assert checked == ["uid-ann"]


@pytest.mark.parametrize("error", firebase.NO_ACCESS_TOKEN)
def test_it_raises_if_the_service_account_gets_no_access_token(production, service_account, monkeypatch, error):
    def refuse(*_args):
        raise error("no access token")

    monkeypatch.setattr(service_account_credentials.Credentials, "refresh", refuse)
    for _ in range(firebase.MAX_FAILURES):
        with pytest.raises(IdentityProviderUnavailable):
            verify(signed(production, make_claims()))
    with pytest.raises(circuit_breaker.CallRefused):
        firebase._breaker.check()
    firebase._breaker.reset()
    with pytest.raises(IdentityProviderUnavailable):
        firebase.delete_identity("uid-ann")


def test_it_refuses_or_ignores_an_odd_claim_in_production(production, service_account, monkeypatch):
    ann = SimpleNamespace(disabled=False, tokens_valid_after_timestamp=0)
    monkeypatch.setattr(firebase.auth.Client, "get_user", lambda *_: ann)
    for claim, value in product(make_claims(), ODD_CLAIMS):
        body = json.dumps(make_claims(**{claim: value})).encode()
        with suppress(InvalidIdToken):
            verify(jwt.PyJWS().encode(body, production, "RS256", headers={"kid": "kid-1"}))


def test_it_reports_a_wrong_service_account_file_as_a_bug(production, settings, tmp_path):
    """A ValueError of the SDK, which must not look like a wrong token."""
    settings.FIREBASE_CREDENTIALS = str(tmp_path / "account.json")
    (tmp_path / "account.json").write_text(json.dumps({"apiKey": "web"}))
    with pytest.raises(ValueError, match="service account"):
        verify(signed(production, make_claims()))
