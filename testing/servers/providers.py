"""A server in place of Stripe, Firebase and the site for the tests of the doctor, and what its checks find."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from accounts import firebase_setup
from core.errors import RefusedSetting, SetupProblem


class Handler(BaseHTTPRequestHandler):
    def date_time_string(self, timestamp=None):
        return super().date_time_string(self.server.clock)

    def do_GET(self):
        path = self.path.partition("?")[0]
        self.server.seen[path] = dict(self.headers)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, body, headers = self.server.responses.get(path, (404, {}, {}))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode() if isinstance(body, str) else json.dumps(body).encode())

    do_POST = do_GET  # noqa: N815 (the name that BaseHTTPRequestHandler calls)
    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_):
        pass


@pytest.fixture
def other(settings, monkeypatch):
    """A server in place of Stripe, Firebase and the site. ``respond`` sets the response of a path."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.responses, server.seen, server.clock = {}, {}, None
    server.url = f"http://127.0.0.1:{server.server_port}"
    server.respond = lambda path, body, status=200, **headers: server.responses.update({path: (status, body, headers)})
    settings.STRIPE_API_BASE = settings.SITE_URL = server.url
    settings.FIREBASE_AUTH_EMULATOR_HOST, settings.DEMO = "", False
    monkeypatch.setattr(firebase_setup, "API", server.url)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def is_refused(check):
    """Returns whether the check says that the value of a setting never works, and not that something is down."""
    with pytest.raises(SetupProblem) as found:
        check()
    return isinstance(found.value, RefusedSetting)


def problem(check):
    """Returns the text and the certainty of the problem, or None."""
    try:
        check()
    except SetupProblem as found:
        return str(found), found.is_certain
    return None
