import secrets


def new_id(prefix: str) -> str:
    """Returns a new id such as `pi_3f9c...`, with letters and digits only, as at Stripe."""
    return f"{prefix}_{secrets.token_hex(12)}"
