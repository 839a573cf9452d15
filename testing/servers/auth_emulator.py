"""A minimal Firebase Auth emulator for tests of the SDK calls, and unsigned ID tokens like the emulator's."""

import base64
import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from django.conf import settings

from accounts import firebase

PROJECT = settings.FIREBASE_PROJECT_ID
ODD_CLAIMS = (
    *(1e308, -1e308, float("inf"), float("nan"), 10**30, -(10**30), -1, True),
    *("9" * 2000, "\ud800", "\0", [[]], {"a": {"b": []}}),
)
"""Values that no claim of a token has, and that Python's JSON can contain."""


def make_claims(**changes):
    """Returns the claims of a valid ID token of Ann, with these changes."""
    now = int(time.time())
    return {
        "iss": f"https://securetoken.google.com/{PROJECT}",
        "aud": PROJECT,
        "sub": "uid-ann",
        "user_id": "uid-ann",
        "auth_time": now,
        "iat": now,
        "exp": now + 3600,
        "email": "Ann@Camp.example",
        "email_verified": True,
        "name": "Ann",
        "picture": "https://pictures.example/ann.jpg",
    } | changes


def encode_part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def unsigned_token(body, header=None):
    return f"{encode_part(header or {'alg': 'none', 'typ': 'JWT'})}.{encode_part(body)}."


class EmulatorHandler(BaseHTTPRequestHandler):
    """Handles the two calls that the SDK makes: look up an account, and delete it."""

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        handle = self._delete if self.path.endswith("accounts:delete") else self._look_up
        status, response = handle(request)
        body = json.dumps(response).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _look_up(self, request):
        users = [account for account in self.server.accounts if account["localId"] in request["localId"]]
        return 200, {"users": users} if users else {}

    def _delete(self, request):
        remaining = [account for account in self.server.accounts if account["localId"] != request["localId"]]
        if len(remaining) == len(self.server.accounts):
            return 400, {"error": {"code": 400, "message": "USER_NOT_FOUND"}}
        self.server.accounts = remaining
        return 200, {"kind": "identitytoolkit#DeleteAccountResponse"}

    def log_message(self, *_args):
        pass


@contextmanager
def running_emulator(port=0):
    """Runs the emulator with one account, Ann's. Yields the server."""
    server = ThreadingHTTPServer(("127.0.0.1", port), EmulatorHandler)
    server.accounts = [{"localId": "uid-ann", "email": "ann@camp.example", "validSince": "0", "disabled": False}]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def reset_firebase_app():
    """Deletes the SDK's app of an earlier test, because the SDK refuses a second app of the same name."""
    if firebase._create_app.cache_info().currsize:
        firebase.firebase_admin.delete_app(firebase._create_app())
    firebase._create_app.cache_clear()
