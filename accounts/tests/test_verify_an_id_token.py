"""accounts.firebase, against an emulator's unsigned tokens and against signed ones as in production."""

import base64
import json
import time
from datetime import UTC, datetime, timedelta

import jwt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from google.auth.exceptions import TransportError
from google.oauth2 import id_token as google_id_token

from accounts import firebase
from accounts.firebase import BadIdToken, Identity, IdentityProviderUnavailable, verify_id_token
from accounts.models import User
from accounts.tests.emulator import PROJECT, an_emulator, claims, part, unsigned
from camp.testing import bearing, in_threads


def test_an_emulators_token_proves_an_identity(emulator):
    assert verify_id_token(unsigned(claims())) == Identity(
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
        ({"name": " A\0nn ", "picture": "http://plain.example/a.jpg"}, ("Ann", "")),
        ({"name": "\ud800Ann" + "n" * 200, "picture": "javascript:alert(1)"}, ("Ann" + "n" * 97, "")),
    ],
)
def test_an_odd_name_or_photo_does_not_keep_anybody_out(emulator, changes, kept):
    identity = verify_id_token(unsigned(claims(**changes)))
    assert (identity.name, identity.photo) == kept


@pytest.mark.parametrize("claimed", [False, None, "true", 1])
def test_an_address_is_verified_only_where_the_provider_says_so(emulator, claimed):
    assert not verify_id_token(unsigned(claims(email_verified=claimed))).email_verified


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
def test_it_refuses_a_token_that_is_not_right(emulator, changes):
    with pytest.raises(BadIdToken):
        verify_id_token(unsigned(claims(**changes)))


NONSENSE = [
    "",
    "x",
    "a.b.c",
    "..",
    "ü.ü.ü",
    "x" * 10_000,
    unsigned([]),
    unsigned(None),
    unsigned(7),
    unsigned({}),
    unsigned({"v": 0, "d": 5}, {"alg": "HS256"}),
    f"{part([1])}.{part(claims())}.",
    f"{base64.urlsafe_b64encode(b'[' * 4000).decode()}.e30.",
]


@pytest.mark.parametrize("token", NONSENSE)
def test_it_refuses_nonsense(emulator, token):
    with pytest.raises(BadIdToken):
        verify_id_token(token)


@pytest.mark.parametrize("change", [{"disabled": True}, {"validSince": "99999999999"}])
def test_it_refuses_an_account_that_the_provider_has_shut(emulator, change):
    emulator.accounts[0] |= change
    with pytest.raises(BadIdToken):
        verify_id_token(unsigned(claims()))


def test_while_the_emulator_is_stopped_nobody_is_let_in_and_it_recovers(use):
    with an_emulator() as server:
        use(f"127.0.0.1:{server.server_port}")
        verify_id_token(unsigned(claims()))
    with pytest.raises(IdentityProviderUnavailable) as refusal:
        verify_id_token(unsigned(claims()))
    assert (refusal.value.status, refusal.value.retry_after) == (503, 5)
    with an_emulator(server.server_port):
        verify_id_token(unsigned(claims()))


def test_threads_that_come_first_at_once_make_one_app(emulator):
    outcomes = in_threads(*[lambda: verify_id_token(unsigned(claims())) for _ in range(8)])
    assert {getattr(outcome, "uid", repr(outcome)) for outcome in outcomes} == {"uid-ann"}


@pytest.mark.django_db
def test_the_whole_exchange_with_a_token_of_the_emulators(emulator):
    token = bearing(unsigned(claims())).post("/jwt", {"email": "ann@camp.example"})["token"]
    bearing(token).get("/users/admin/ann@camp.example")
    bearing(unsigned(claims(exp=1))).post("/jwt", {"email": "ann@camp.example"}, 401)
    assert User.objects.count() == 1


def make_key():
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def certificate_of(key):
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "securetoken")]), datetime.now(UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    valid = built.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    return valid.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()


@pytest.fixture
def production(use, monkeypatch):
    """No emulator; the provider's certificates are those of the key that this returns."""
    key = make_key()
    monkeypatch.setattr(google_id_token, "_fetch_certs", lambda _request, _url: {"kid-1": certificate_of(key)})
    use("")
    return key


def signed(key, body, **header):
    return jwt.encode(body, key, "RS256", headers={"kid": "kid-1"} | header)


def test_in_production_a_signed_token_is_good_without_an_account_of_the_provider(production):
    assert verify_id_token(signed(production, claims())).email == "ann@camp.example"


@pytest.mark.parametrize(
    "changes", [{"exp": 1}, {"iat": int(time.time()) + 600}, {"aud": "x"}, {"iss": "x"}, {"email": None}]
)
def test_in_production_its_claims_are_checked(production, changes):
    with pytest.raises(BadIdToken):
        verify_id_token(signed(production, claims(**changes)))


def test_in_production_an_unsigned_or_foreign_token_is_refused(production):
    shared = "k" * 64
    for token in (
        unsigned(claims()),
        unsigned(claims(), {"alg": "none", "kid": "kid-1"}),
        unsigned(claims(), {"alg": ["none"], "kid": "kid-1"}),
        unsigned(claims(), {"alg": "RS256", "kid": "kid-1"}),
        signed(make_key(), claims()),
        signed(production, claims(), kid="another"),
        jwt.encode(claims(), shared, "HS256", headers={"kid": "kid-1"}),
    ):
        with pytest.raises(BadIdToken):
            verify_id_token(token)


@pytest.mark.parametrize("token", NONSENSE)
def test_in_production_nonsense_is_refused(production, token):
    with pytest.raises(BadIdToken):
        verify_id_token(token)


def test_in_production_it_says_when_the_certificates_cannot_be_fetched(production, monkeypatch):
    def no_answer(_request, _url):
        raise TransportError("no route")

    monkeypatch.setattr(google_id_token, "_fetch_certs", no_answer)
    with pytest.raises(IdentityProviderUnavailable):
        verify_id_token(signed(production, claims()))


def test_a_service_account_is_used_to_ask_about_accounts(production, settings, tmp_path, monkeypatch):
    asked = []
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
    monkeypatch.setattr(
        firebase.auth.Client, "_check_jwt_revoked_or_disabled", lambda *args: asked.append(args[1]["uid"])
    )

    verify_id_token(signed(production, claims()))

    assert asked == ["uid-ann"]
