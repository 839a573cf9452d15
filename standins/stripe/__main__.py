"""Start the card stand-in: `python -m standins.stripe --port 12111 --state DIRECTORY`."""

import argparse
from pathlib import Path

import uvicorn

from standins.stripe.app import Settings, create_app
from standins.stripe.connections import CuttableProtocol


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="standins.stripe", description=__doc__)
    parser.add_argument("--port", type=int, default=12111)
    parser.add_argument("--state", type=Path, required=True, help="directory that keeps the state")
    parser.add_argument("--webhook-url", help="address that events are posted to")
    parser.add_argument("--webhook-secret", default="", help="what they are signed with")
    parser.add_argument("--browser-origin", action="append", default=[],
                        help="origin of a page that may use the card form; can be repeated")  # fmt: skip
    parser.add_argument("--retry-seconds", type=float, default=1.0,
                        help="pause before a webhook is sent again, doubled each time")  # fmt: skip
    arguments = parser.parse_args()
    if arguments.webhook_url and not arguments.webhook_secret:
        parser.error("--webhook-url needs --webhook-secret: every event is signed")
    return arguments


def main() -> None:
    """Serve on the loopback interface until interrupted."""
    arguments = _arguments()
    settings = Settings(
        state=arguments.state,
        webhook_url=arguments.webhook_url,
        webhook_secret=arguments.webhook_secret,
        browser_origins=tuple(arguments.browser_origin),
        first_pause=arguments.retry_seconds,
    )
    uvicorn.run(
        create_app(settings),
        host="127.0.0.1",
        port=arguments.port,
        http=CuttableProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        # Longer than a client keeps a connection that it may use again.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=1,
    )


if __name__ == "__main__":
    main()
