"""Runs the Stripe stand-in: `python -m standins.stripe --port 12111 --state DIRECTORY`."""

import argparse
from pathlib import Path

import uvicorn

from standins.stripe.app import Settings, create_app
from standins.stripe.connections import AbortableProtocol
from standins.stripe.events import EVENT_TYPES


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="standins.stripe", description=__doc__)
    parser.add_argument("--port", type=int, default=12111)
    parser.add_argument("--state", type=Path, required=True, help="directory of the state file")
    parser.add_argument("--webhook-url", help="URL of the webhook endpoint")
    parser.add_argument("--webhook-secret", default="", help="signing secret of the webhook endpoint")
    parser.add_argument("--webhook-event", action="append", default=[],
                        help="event type that the endpoint receives; can be repeated; default: all")  # fmt: skip
    parser.add_argument("--browser-origin", action="append", default=[],
                        help="origin of a page that may use the card form; can be repeated")  # fmt: skip
    parser.add_argument("--retry-seconds", type=float, default=1.0,
                        help="delay before the first retry of a webhook, doubled for each further one")  # fmt: skip
    arguments = parser.parse_args()
    if arguments.webhook_url and not arguments.webhook_secret:
        parser.error("--webhook-url requires --webhook-secret")
    if unknown := set(arguments.webhook_event) - set(EVENT_TYPES):
        parser.error(f"unknown event types: {', '.join(sorted(unknown))}")
    return arguments


def main() -> None:
    """Serves on the loopback interface until it is interrupted."""
    arguments = _arguments()
    settings = Settings(
        state=arguments.state,
        webhook_url=arguments.webhook_url,
        webhook_secret=arguments.webhook_secret,
        webhook_events=tuple(arguments.webhook_event),
        browser_origins=tuple(arguments.browser_origin),
        retry_seconds=arguments.retry_seconds,
    )
    uvicorn.run(
        create_app(settings),
        host="127.0.0.1",
        port=arguments.port,
        http=AbortableProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        # Longer than HTTP clients keep idle connections, so that a client never reuses a closed one.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=1,
    )


if __name__ == "__main__":
    main()
