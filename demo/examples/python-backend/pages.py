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
    return 200, policy, page("Bank", script(public_url, "frame.js", "data-origins", pages))


def method_notification(public_url, form):
    """Answers None for the element's question whether form posts arrive here."""
    if "probe" in form:
        return None
    data = decoded(form.get("threeDSMethodData"), 2048)
    return notification(public_url, data and {"scudo": "method-notification", "server_trans_id": data})


def challenge_notification(public_url, form):
    cres = (form.get("cres") or "").replace(" ", "+")
    session = form.get("threeDSSessionData", "")
    transaction = decoded(cres, 16384)
    if transaction is None or len(session) > 1024:
        return notification(public_url, None)
    message = {"scudo": "challenge-notification", "server_trans_id": transaction, "cres": cres}
    return notification(public_url, {**message, **({"session_data": session} if session else {})})


def notification(public_url, message):
    if message is None:
        text = (
            "<p>Your bank’s answer could not be read. "
            "Return to the shop’s page to see the payment’s status.</p>"
        )
        return 400, f"{COMMON}; form-action 'none'", page("Answer not readable", "", text)
    text = "<p>Your bank has answered. If you see this, please go back to the shop’s page.</p>"
    policy = f"{COMMON}; form-action 'none'; frame-src 'none'"
    return 200, policy, page("Back to the shop", script(public_url, "notification.js", "data-message", message), text)


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


def script(public_url, file, attribute, value):
    encoded = html.escape(json.dumps(value, ensure_ascii=False))
    return f'<script src="{html.escape(public_url)}/{file}" {attribute}="{encoded}" defer></script>'


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
