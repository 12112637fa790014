"""Pages in frames, each with a policy of its own (docs/backend-in-any-language.md#pages-and-scripts)."""

import base64
import html
import json
import re

from checks import UUID

COMMON = "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'"


def frame_page(public_url, pages):
    local = " http://localhost:* http://127.0.0.1:*" if public_url.startswith("http:") else ""
    policy = f"{COMMON}; frame-src https:{local}; form-action https:{local}; frame-ancestors {' '.join(pages)}"
    return 200, policy, page("Bank", script("frame.js", "data-origins", pages))


def method_message(form):
    data = decoded(form.get("threedsmethoddata"), 2048)
    return data and {"scudo": "method-notification", "server_trans_id": data}


def challenge_message(form):
    cres = (form.get("cres") or "").replace(" ", "+")
    session = form.get("threedssessiondata", "")
    transaction = decoded(cres, 16384)
    if transaction is None or len(session) > 1024:
        return None
    message = {"scudo": "challenge-notification", "server_trans_id": transaction, "cres": cres}
    return {**message, **({"session_data": session} if session else {})}


def notification(public_url, return_page, message):
    """The answer to every notification. A form that cannot be read makes the checkout page ask the gateway."""
    message = message or {"scudo": "own-document", "notification": True}
    link = return_page and f'<p><a href="{html.escape(return_page)}" target="_top">Back to the shop</a></p>'
    text = f"<p>Go back to the shop to see the result of your payment.</p>{link or ''}"
    policy = f"{COMMON}; form-action 'none'; frame-src 'none'"
    head = script(f"{public_url}/notification.js", "data-message", message)
    return 200, policy, page("Back to the shop", head, text)


def decoded(encoded, most):
    """The transaction in an encoded message; None for text that is not one. Both alphabets of base64 may come."""
    text = (encoded or "").replace(" ", "+").replace("+", "-").replace("/", "_").rstrip("=")
    if not text or len(text) > most or not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        return None
    try:
        message = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        transaction = message["threeDSServerTransID"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return transaction if isinstance(transaction, str) and re.fullmatch(UUID, transaction) else None


def script(address, attribute, value):
    encoded = html.escape(json.dumps(value, ensure_ascii=False))
    return f'<script src="{html.escape(address)}" {attribute}="{encoded}" defer></script>'


def page(title, head, body=""):
    return f"""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="color-scheme" content="light dark">
    <title>{title}</title>
    {head}
  </head>
  <body>{body}</body>
</html>
"""
