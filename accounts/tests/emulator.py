"""An emulator of the identity provider, as far as our SDK asks it anything; and unsigned ID tokens as it makes them."""

import base64
import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from django.conf import settings as configured

from accounts import firebase

PROJECT = configured.FIREBASE_PROJECT_ID


def claims(**changes):
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


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def unsigned(body, header=None):
    return f"{part(header or {'alg': 'none', 'typ': 'JWT'})}.{part(body)}."


class Emulator(BaseHTTPRequestHandler):
    """The two calls that the SDK makes to the emulator: does this account still exist, and delete it."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, answer = self._delete(asked) if self.path.endswith("accounts:delete") else self._look_up(asked)
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _look_up(self, asked):
        users = [account for account in self.server.accounts if account["localId"] in asked["localId"]]
        return 200, {"users": users} if users else {}

    def _delete(self, asked):
        left = [account for account in self.server.accounts if account["localId"] != asked["localId"]]
        if len(left) == len(self.server.accounts):
            return 400, {"error": {"code": 400, "message": "USER_NOT_FOUND"}}
        self.server.accounts = left
        return 200, {"kind": "identitytoolkit#DeleteAccountResponse"}

    def log_message(self, *_args):
        pass


@contextmanager
def an_emulator(port=0):
    server = ThreadingHTTPServer(("127.0.0.1", port), Emulator)
    server.accounts = [{"localId": "uid-ann", "email": "ann@camp.example", "validSince": "0", "disabled": False}]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def forget_app():
    """The SDK keeps an app by its name; one that an earlier test of any file made would be in the way."""
    if firebase._make_app.cache_info().currsize:
        firebase.firebase_admin.delete_app(firebase._make_app())
    firebase._make_app.cache_clear()
