"""Card and redirect payments of one order (docs/backend-in-any-language.md)."""

import hashlib
import hmac
import logging
import time

import checks
from gateway import FAILED, SUCCEEDED, Refused, Unanswered, Unsent, scheme_of
from problems import Problem

# The brands that the shop's contract has. The page shows them.
BRANDS = ["visa", "mastercard"]
METHODS = [
    {"code": "card", "brands": BRANDS},
    {"code": "testpay", "name": "Testpay", "ask": ["account_holder_name", "country"]},
]
REDIRECT_METHODS = [method["code"] for method in METHODS if method["code"] != "card"]

OUTCOMES = {
    "authorized": ("paid", False),
    "already-paid": ("paid", False),
    "authorization-unanswered": ("in-doubt", False),
    "awaiting-final-status": ("pending", False),
    "declined": ("declined", True),
    "referral": ("declined", True),
    "card-blocked": ("declined", True),
    "authentication-demanded": ("declined", True),
    "gateway-unavailable": ("failed", True),
    "authentication-failed": ("not-authenticated", True),
    "issuer-rejected": ("not-authenticated", True),
    "challenge-failed": ("not-authenticated", True),
    "authentication-impossible": ("not-authenticated", True),
    "authentication-attempted": ("not-authenticated", True),
    "not-enrolled": ("not-authenticated", True),
    "challenge-cancelled": ("cancelled", True),
    "challenge-timed-out": ("failed", True),
    "challenge-too-late": ("failed", True),
    "challenge-blocked": ("failed", True),
}
# A further try needs another card.
WITH_ANOTHER_CARD = ("card-blocked", "issuer-rejected", "not-enrolled")
# The outcome of an order that takes no payment.
OUTCOME_OF_STATE = {
    "paid": "already-paid",
    "in-doubt": "authorization-unanswered",
    "pending": "awaiting-final-status",
}
DECLINES = {"102": "referral", "103": "card-blocked", "111": "authentication-demanded"}
STATUSES = {
    "AUTHENTICATION_FAILED": "authentication-failed",
    "AUTHENTICATION_ISSUER_REJECTED": "issuer-rejected",
    "AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL": "authentication-attempted",
}
UNFINISHED = {
    "cancelled": "challenge-cancelled",
    "too-late": "challenge-too-late",
    "blocked": "challenge-blocked",
}
# Seconds before each further look: the browser may know the end of a challenge before the gateway does.
LATE_RESULTS = (0.5, 1, 2)


class Payments:
    def __init__(self, orders, gateway, public_url, contact_url):
        self.orders = orders
        self.gateway = gateway
        self.public_url = public_url
        self.contact_url = contact_url
        self.key = hashlib.sha256(f"fingerprints.{gateway.secret}".encode()).digest()

    def fingerprint(self, *parts):
        """Recognizes a card or a request without storing it."""
        return hmac.new(self.key, "\n".join(parts).encode(), hashlib.sha256).hexdigest()

    # Cards

    def check_versions(self, order, number):
        require_payable(order)
        scheme = scheme_of(number)
        if scheme is None or scheme.lower() not in BRANDS:
            # Before the gateway is asked.
            raise Problem("card-not-supported")
        url = f"{self.public_url}/notifications/method/{order['id']}"
        answer = calling(lambda: self.gateway.check_version(number, scheme, url))
        card = self.fingerprint(order["id"], number)
        if str(answer.get("enrolled")).lower() not in ("true", "y", "yes"):
            self.orders.add_transaction(order["id"], None, card, None, False)
            return {"enrolled": False}
        transaction = answer.get("server_trans_id")
        if not isinstance(transaction, str):
            raise Problem("gateway-unavailable")
        version = "2.1.0" if str(answer.get("acs_protocol_version_end", "")).startswith("2.1") else "2.2.0"
        data = (answer.get("method_data") or {}).get("encoded_method_data")
        method = {"url": answer["method_url"], "data": data} if answer.get("method_url") and data else None
        self.orders.add_transaction(order["id"], transaction, card, version, method is not None)
        return {
            "enrolled": True,
            "server_trans_id": transaction,
            "message_version": version,
            **({"method": method} if method else {}),
        }

    def authenticate(self, order, request, browser):
        card, transaction_id = request["card"], request["server_trans_id"]
        if order["state"] == "paid":
            return self.outcome("already-paid", order["id"])
        require_payable(order)
        fingerprint = self.fingerprint(order["id"], card["number"])
        transaction = self.orders.claim_transaction(order["id"], transaction_id, fingerprint, "checked", "requested")
        if transaction is None:
            raise Problem("authentication-unknown")
        if transaction_id is None:
            # The shop bears the risk of a card that is not authenticated: this one refuses it.
            return self.outcome("not-enrolled", order["id"])
        message = self.authentication_message(order, request, transaction, browser)
        # 404: the gateway does not know the transaction any more, and the page makes a new version check.
        answer = calling(lambda: self.gateway.authenticate(message), True, {404: "authentication-unknown"})
        if answer["status"] == "CHALLENGE_REQUIRED":
            self.orders.claim_transaction(order["id"], transaction_id, fingerprint, "requested", "challenge")
            return {
                "result": "challenge",
                "server_trans_id": transaction_id,
                "acs_url": answer["challenge_request_url"],
                "encoded_creq": answer["encoded_creq"],
                "session_data": order["id"],
            }
        self.orders.claim_transaction(order["id"], transaction_id, fingerprint, "requested", "closed")
        return self.decide(order, card, answer, transaction, "authentication-failed")

    def report(self, order, request):
        """After a challenge: the gateway has the result, whatever the page says."""
        card, transaction_id, ended = request["card"], request["server_trans_id"], request["ended"]
        if order["state"] == "paid":
            return self.outcome("already-paid", order["id"])
        require_payable(order)
        fingerprint = self.fingerprint(order["id"], card["number"])
        claim = (order["id"], transaction_id, fingerprint)
        if self.orders.claim_transaction(*claim, "challenge", "challenge") is None:
            raise Problem("authentication-unknown")
        # A shopper who has cancelled is not charged, whatever the gateway says, now or later.
        if ended == "cancelled":
            if self.orders.claim_transaction(*claim, "challenge", "closed") is None:
                raise Problem("authentication-unknown")
            return self.outcome("challenge-cancelled", order["id"])
        answer = calling(lambda: self.gateway.read_authentication(transaction_id))
        for pause in LATE_RESULTS if ended == "notified" else ():
            if answer["status"] != "CHALLENGE_REQUIRED":
                break
            time.sleep(pause)
            answer = calling(lambda: self.gateway.read_authentication(transaction_id))
        is_open = answer["status"] == "CHALLENGE_REQUIRED"
        if is_open and ended in ("returned", "notified"):
            return {"result": "challenge-open"}
        # A success that comes later charges nothing.
        transaction = self.orders.claim_transaction(*claim, "challenge", "closed")
        if transaction is None:
            raise Problem("authentication-unknown")
        if is_open:
            return self.outcome(UNFINISHED.get(ended, "challenge-timed-out"), order["id"])
        return self.decide(order, card, answer, transaction, "challenge-failed")

    def decide(self, order, card, answer, transaction, failed):
        status = answer["status"]
        has_shift = str(answer.get("eci", "")).zfill(2) in ("01", "02", "05", "06")
        is_proven = has_shift and answer.get("authentication_value")
        if status == "AUTHENTICATION_SUCCESSFUL" and is_proven:
            return self.authorize(order, card, answer, transaction["version"])
        code = STATUSES.get(status, "authentication-impossible")
        return self.outcome(failed if code == "authentication-failed" else code, order["id"])

    def authorize(self, order, card, authentication, version):
        order_id = order["id"]
        # From here on the card may be charged: the order is in-doubt before anything is sent.
        attempt = self.orders.begin_authorization(order_id)
        if attempt is None:
            if self.orders.read(order_id)["state"] == "paid":
                return self.outcome("already-paid", order_id)
            raise Problem("order-not-open", used_up=True)
        try:
            answer = self.gateway.authorize(attempt, order, card, authentication, version)
        except Unsent:
            self.orders.end_authorization(attempt, order_id, "open", "unsent")
            return self.outcome("gateway-unavailable", order_id)
        except Unanswered as error:
            logging.error("in doubt: order %s, attempt %s: %s", order_id, attempt, error)
            return self.outcome("authorization-unanswered", order_id)
        result = answer["result"].strip() if answer else ""
        if result == "00":
            self.orders.end_authorization(attempt, order_id, "paid", result)
            return self.outcome("authorized", order_id)
        if len(result) == 3 and result[0] in "12":
            self.orders.end_authorization(attempt, order_id, "open", result)
            unavailable = "gateway-unavailable" if result[0] == "2" else "declined"
            # The page asks for a challenge once: a second soft decline is a decline.
            if result == "111" and order["soft_declined"]:
                return self.outcome("declined", order_id)
            return self.outcome(DECLINES.get(result, unavailable), order_id)
        logging.error("in doubt: order %s, attempt %s: an answer without a valid hash", order_id, attempt)
        return self.outcome("authorization-unanswered", order_id)

    def authentication_message(self, order, request, transaction, browser):
        card = request["card"]
        completion = request["method_url_completion"]
        if not transaction["has_method"]:
            completion = "UNAVAILABLE"
        elif completion == "UNAVAILABLE":
            completion = "NO"
        return {
            "authentication_source": "BROWSER",
            "authentication_request_type": "PAYMENT_TRANSACTION",
            "message_category": "PAYMENT_AUTHENTICATION",
            "message_version": transaction["version"],
            # After a soft decline the issuer wants the shopper to confirm the payment.
            "challenge_request_indicator": "CHALLENGE_MANDATED" if order["soft_declined"] else "NO_PREFERENCE",
            "server_trans_id": transaction["server_trans_id"],
            "card_detail": {
                "number": card["number"],
                "scheme": scheme_of(card["number"]),
                "expiry_month": card["expiry_month"],
                "expiry_year": card["expiry_year"],
                "full_name": card["full_name"],
            },
            # Amount and currency are the order's; the page never sends any.
            "order": {
                "amount": order["amount"],
                "currency": order["currency"],
                "id": order["id"],
                "date_time_created": self.gateway.identity()["request_timestamp"],
            },
            "payer": {"mobile_phone": request["phone"]},
            "challenge_notification_url": f"{self.public_url}/notifications/challenge/{order['id']}",
            "method_url_completion": completion,
            "browser_data": {
                **browser,
                **request["browser_data"],
                "ip": browser["ip"],
                "accept_header": browser["accept_header"],
            },
            "merchant_contact_url": self.contact_url,
        }

    # Redirect payments

    def redirect(self, order, request):
        attempt = order["redirect"]
        if order["state"] == "pending" and attempt["method"] == request["method"]:
            if attempt["redirect_url"] is None:
                raise Problem("request-in-progress")
            return {"result": "redirect", "redirect_url": attempt["redirect_url"]}
        require_payable(order)
        missing = [(name, "is missing") for name in ("account_holder_name", "country") if request[name] is None]
        if missing:
            raise Problem("invalid-request", missing)
        order_id, method = order["id"], request["method"]
        gateway_order_id = self.orders.begin_redirect(order_id, method)
        if gateway_order_id is None:
            raise Problem("request-in-progress")
        urls = (f"{self.public_url}/return/{order_id}", f"{self.public_url}/status/{order_id}")
        try:
            url, pasref = calling(
                lambda: self.gateway.begin_redirect(
                    gateway_order_id, order, method, request["account_holder_name"], request["country"], *urls
                ),
                used_up=True,
            )
        except Problem:
            # The shopper never had the address.
            self.orders.end_redirect(self.orders.attempt(gateway_order_id), "open", "")
            raise
        self.orders.start_redirect(gateway_order_id, url, pasref)
        return {"result": "redirect", "redirect_url": url}

    def receive_return(self, order_id, message):
        """Interim: it never makes an order paid."""
        attempt = self.verified(order_id, message)
        if attempt is not None:
            self.orders.note_return(attempt["gateway_order_id"])

    def receive_status(self, order_id, message):
        """Stores the final result. A 5xx makes the gateway send the message again."""
        attempt = self.verified(order_id, message)
        if attempt is None or message["result"] == "01":
            return
        if attempt["result"] == "00" or message["result"] == attempt["result"]:
            return
        order = self.orders.read(attempt["order_id"])
        # No hash covers the amount, and a return message that is posted here has the same hash: the report decides.
        if calling(lambda: self.gateway.is_confirmed(message, attempt, order, SUCCEEDED)):
            if self.orders.pay_by_redirect(attempt):
                logging.error(
                    "order %s may be paid twice: another payment has begun beside %s", order["id"], attempt["pasref"]
                )
        elif message["result"] == "101" and calling(
            lambda: self.gateway.is_confirmed(message, attempt, order, FAILED)
        ):
            self.orders.end_redirect(attempt, "failed", "101")
        else:
            raise Problem("gateway-unavailable")

    def verified(self, order_id, message):
        """The attempt of a message with the right hash; None for a signed message about an unknown payment."""
        required = [name for name in ("timestamp", "orderid", "result") if not message.get(name)]
        if required:
            raise Problem("invalid-request", [(name, "is missing") for name in required])
        attempt = self.orders.attempt(message["orderid"])
        known = dict(attempt) if attempt else {}
        # The limit of a message may have cut off the last two.
        pasref = message.get("pasref", known.get("pasref") or "")
        method = message.get("paymentmethod", known.get("method") or "")
        received = message.get("sha1hash", "")
        fields = (message["timestamp"], self.gateway.merchant_id, message["orderid"], message["result"])
        if not self.gateway.is_hash(received, *fields, message.get("message", ""), pasref, method):
            raise Problem("invalid-request", [("sha1hash", "is not the hash of this message")])
        if attempt is None:
            return None
        if order_id not in (None, attempt["order_id"]) or pasref != attempt["pasref"]:
            raise Problem("order-not-found")
        return attempt

    def current(self, order, answer):
        """The answer to give now, which may be a kept one: a failure says that the order is not charged."""
        if answer["result"] == "redirect":
            waits_for = order["redirect"]["redirect_url"] if order["state"] == "pending" else None
            if answer["redirect_url"] != waits_for:
                # The shopper could pay a second time there.
                raise Problem("order-not-open")
        is_failure = answer["result"] == "outcome" and answer["outcome"]["retryable"]
        if is_failure and order["state"] in OUTCOME_OF_STATE:
            return self.outcome(OUTCOME_OF_STATE[order["state"]], order["id"])
        return answer

    def outcome(self, code, order_id):
        status, retryable = OUTCOMES[code]
        order = {"id": order_id, "state": self.orders.read(order_id)["state"]}
        return {
            "result": "outcome",
            "outcome": {
                "status": status,
                "code": code,
                "retryable": retryable,
                "same_card": code not in WITH_ANOTHER_CARD,
                "order": order,
            },
        }


def require_payable(order):
    if order["state"] not in ("open", "failed"):
        raise Problem("order-not-open")


def calling(call, used_up=False, more_codes=None):
    """A call of the gateway that charges nothing: its errors are problems."""
    try:
        return call()
    except Unsent as error:
        raise Problem("gateway-unavailable") from error
    except Unanswered as error:
        raise Problem("gateway-unavailable", used_up=used_up) from error
    except Refused as error:
        codes = {501: "card-not-supported", 502: "issuer-unavailable", **(more_codes or {})}
        fallback = "gateway-refused" if error.status < 500 else "gateway-unavailable"
        raise Problem(codes.get(error.status, fallback), used_up=used_up) from error
