"""What a stranger sees of a production site, before any journey: TLS alone, and what is kept from them."""

import ssl

import httpx

from standins.production.place import FIGURES_TOKEN, Place


def faults_of(place: Place) -> list[str]:
    """Every promise of docs/deploy.md to the outside that is not kept."""
    trusted = ssl.create_default_context(cafile=str(place.certificate))
    inside = f"http://127.0.0.1:{place.web_port}"
    with httpx.Client(base_url=place.site, verify=trusted, trust_env=False) as http:
        home, login = http.get("/"), http.get("/admin/login/")
        plain = http.get(f"{inside}/")
        figures = http.get(f"{inside}/metrics", headers={"Authorization": f"Bearer {FIGURES_TOKEN}"})
        kept = {
            "the home page answers": home.status_code == 200,
            "a browser keeps to TLS": "includeSubDomains; preload" in home.headers["strict-transport-security"],
            "no page asks without it": "upgrade-insecure-requests" in home.headers["content-security-policy"],
            "cookies go over TLS alone": _are_safe(login.headers.get_list("set-cookie")),
            "without TLS one is sent to it": plain.headers.get("location") == f"https://127.0.0.1:{place.web_port}/",
            "no trace of a fault is shown": b"DEBUG" not in http.get("/no/such/page").content,
            "figures are for this machine": http.get("/metrics").status_code == 404,
            "and are there": figures.status_code == 200 and "camp_requests_total" in figures.text,
            "a host that is not ours is refused": http.get("/", headers={"Host": "evil.example"}).status_code == 400,
        }
    return [f"not so: {promise}" for promise, held in kept.items() if not held]


def _are_safe(cookies: list[str]) -> bool:
    return bool(cookies) and all(each.startswith("__Host-") and "Secure" in each for each in cookies)
