"""Calls of the gateway: JSON for 3-D Secure, XML for cards and redirect payments, and the payments report.

The hash of every message is in docs/backend-in-any-language.md#hashes.
"""

import hashlib
import hmac
import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timezone
from xml.sax.saxutils import escape, quoteattr

TIMEOUT = 20  # seconds
MAX_ANSWER = 256_000  # bytes


class Unsent(Exception):
    """No connection was made: nothing was sent."""


class Unanswered(Exception):
    """The request may have been processed, and no answer that can be read came."""


class Refused(Exception):
    """The gateway answered a JSON call with an HTTP error."""

    def __init__(self, status):
        super().__init__(f"The gateway answered {status}.")
        self.status = status


class Gateway:
    def __init__(self, base_url, merchant_id, account_id, secret):
        self.base_url = base_url.rstrip("/")
        self.merchant_id = merchant_id
        self.account_id = account_id
        self.secret = secret

    # Hashes

    def hash(self, *fields):
        first = sha1(".".join(fields))
        return sha1(f"{first}.{self.secret}")

    def is_hash(self, received, *fields):
        return hmac.compare_digest(received.strip().lower().encode(), self.hash(*fields).encode())

    # 3-D Secure, JSON

    def check_version(self, number, scheme, notification_url):
        body = {
            **self.identity(),
            "number": number,
            "scheme": scheme,
            "method_notification_url": notification_url,
        }
        signature = self.hash(body["request_timestamp"], self.merchant_id, number)
        return self.call_json("POST", "/3ds2/protocol-versions", signature, body)

    def authenticate(self, fields):
        body = {**self.identity(), **fields}
        signature = self.hash(
            body["request_timestamp"], self.merchant_id, body["card_detail"]["number"], body["server_trans_id"]
        )
        return self.authentication(self.call_json("POST", "/3ds2/authentications", signature, body), body)

    def read_authentication(self, server_trans_id):
        query = {"merchant_id": self.merchant_id, "request_timestamp": iso_timestamp()}
        signature = self.hash(query["request_timestamp"], self.merchant_id, server_trans_id)
        path = f"/3ds2/authentications/{server_trans_id}?{urllib.parse.urlencode(query)}"
        return self.authentication(self.call_json("GET", path, signature), {"server_trans_id": server_trans_id})

    @staticmethod
    def authentication(answer, request):
        """The answer, if it is about this transaction."""
        if str(answer.get("server_trans_id")).lower() != request["server_trans_id"].lower() or not answer.get("status"):
            raise Unanswered("The answer is about another transaction, or has no status.")
        return answer

    def identity(self):
        return {
            "request_timestamp": iso_timestamp(),
            "merchant_id": self.merchant_id,
            "account_id": self.account_id,
        }

    def call_json(self, method, path, signature, body=None):
        headers = {
            "content-type": "application/json",
            "accept": "application/json",
            "x-gp-version": "2.2.0",
            "authorization": f"securehash {signature}",
        }
        content = None if body is None else json.dumps(body).encode()
        status, text = self.send(method, path, headers, content)
        if not 200 <= status <= 299:
            raise Refused(status)
        answer = parsed_json(text)
        if status == 202 and "eos_reason" in answer:
            raise Refused(status)
        return answer

    # Cards and redirect payments, XML

    def authorize(self, order_id, order, card, authentication, message_version):
        """Answers the result of a card authorization, or None for an answer that proves nothing."""
        timestamp = compact_timestamp()
        amount, currency, number = order["amount"], order["currency"], card["number"]
        signature = self.hash(timestamp, self.merchant_id, order_id, amount, currency, number)
        card_type = {"MASTERCARD": "MC"}.get(scheme_of(number), scheme_of(number))
        answer = self.call_xml(
            f"""<request type="auth" timestamp={quoteattr(timestamp)}>
  {element("merchantid", self.merchant_id)}{element("account", self.account_id)}{element("orderid", order_id)}
  <amount currency={quoteattr(currency)}>{escape(amount)}</amount>
  <card>
    {element("number", number)}{element("expdate", card["expiry_month"] + card["expiry_year"])}
    {element("chname", card["full_name"])}{element("type", card_type)}
    <cvn>{element("number", card["security_code"])}{element("presind", "1")}</cvn>
  </card>
  <autosettle flag="1"/>
  <mpi>
    {element("eci", authentication["eci"])}{element("ds_trans_id", authentication.get("ds_trans_id", ""))}
    {element("authentication_value", authentication["authentication_value"])}
    {element("message_version", authentication.get("message_version") or message_version)}
  </mpi>
  {element("sha1hash", signature)}
</request>"""
        )
        names = ("result", "message", "pasref", "authcode")
        return answer if self.is_signed(answer, order_id, *names) else None

    def begin_redirect(self, order_id, order, method, holder, country, return_url, status_url):
        """Answers the address of the payment method's page, and the payments reference."""
        timestamp = compact_timestamp()
        amount, currency = order["amount"], order["currency"]
        signature = self.hash(timestamp, self.merchant_id, order_id, amount, currency, method)
        answer = self.call_xml(
            f"""<request type="payment-set" timestamp={quoteattr(timestamp)}>
  {element("merchantid", self.merchant_id)}{element("account", self.account_id)}
  <amount currency={quoteattr(currency)}>{escape(amount)}</amount>
  <autosettle flag="1"/>
  {element("orderid", order_id)}{element("paymentmethod", method)}
  <paymentmethoddetails>
    {element("returnurl", return_url)}{element("statusupdateurl", status_url)}
    {element("country", country)}{element("accountholdername", holder)}
  </paymentmethoddetails>
  {element("sha1hash", signature)}
</request>"""
        )
        url = answer.get("redirecturl", "").strip()
        names = ("result", "message", "pasref", "paymentmethod")
        if not self.is_signed(answer, order_id, *names) or answer["result"].strip() not in ("00", "01") or not url:
            raise Unanswered("The answer to payment-set is not signed, or has no address.")
        return url, answer["pasref"].strip()

    def is_signed(self, answer, order_id, *names):
        fields = [answer.get("timestamp", ""), self.merchant_id, order_id, *(answer.get(name, "") for name in names)]
        return answer.get("orderid", order_id).strip() == order_id and self.is_hash(answer.get("sha1hash", ""), *fields)

    def call_xml(self, text):
        headers = {"content-type": "text/xml"}
        status, answer = self.send("POST", "/epage-remote.cgi", headers, text.encode())
        if status != 200:
            raise Unanswered(f"The gateway answered {status}.")
        try:
            root = ElementTree.fromstring(answer)
        except ElementTree.ParseError as error:
            raise Unanswered("The answer is not XML.") from error
        # An inner element, such as the result of a fraud check, does not replace one of the answer itself.
        return {**root.attrib, **{child.tag: child.text or "" for child in (*root.iter(), *root)}}

    # Reports

    def is_confirmed(self, message, attempt, order, wanted):
        """True if the payments report has this payment with this result, its amount and its currency."""
        transaction = message.get("merchanttransactionid", "")
        query = {
            "timestamp": compact_timestamp(),
            "merchantId": self.merchant_id,
            "merchantTransactionId": transaction,
            "pageNumber": "1",
        }
        # The account's slot is empty, because the query has an identifier.
        signature = self.hash(query["timestamp"], self.merchant_id, "", transaction, "", "", "")
        status, text = self.send(
            "GET", f"/payments?{urllib.parse.urlencode(query)}", {"authorization": f"SHA1 {signature}"}, None
        )
        if status != 200:
            raise Unanswered(f"The payments report answered {status}.")
        records = parsed_json(text).get("payments") or []
        if not isinstance(records, list):
            raise Unanswered("The payments report has no list of payments.")
        return any(is_record_of(record, attempt, order, wanted) for record in records)

    # HTTP

    def send(self, method, path, headers, content):
        """Sends a request once, and answers status and text."""
        request = urllib.request.Request(self.base_url + path, content, headers, method=method)
        try:
            with OPENER.open(request, timeout=TIMEOUT) as response:
                return response.status, response.read(MAX_ANSWER).decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(MAX_ANSWER).decode(errors="replace")
        except urllib.error.URLError as error:
            if isinstance(error.reason, ConnectionRefusedError):
                raise Unsent(str(error.reason)) from error
            raise Unanswered(str(error.reason)) from error
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Unanswered(f"{type(error).__name__}: {error}") from error


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The hash is valid for one host only."""

    def redirect_request(self, *_args):
        return None


OPENER = urllib.request.build_opener(NoRedirects)

SCHEMES = (
    ("AMEX", ("34", "37")),
    ("MASTERCARD", tuple(str(prefix) for prefix in [*range(51, 56), *range(2221, 2721)])),
    ("VISA", ("4",)),
)


def scheme_of(number):
    return next((scheme for scheme, prefixes in SCHEMES if number.startswith(prefixes)), None)


# Result and status of a record that proves the end of a redirect payment.
SUCCEEDED = ("00", ("SUCCEEDED",))
FAILED = ("101", ("FAILED", "DECLINED"))


def is_record_of(record, attempt, order, wanted):
    """True for a record of this payment with this result. A field that is absent proves nothing."""
    if not isinstance(record, dict):
        return False
    present = {name: str(value) for name, value in record.items() if value is not None}
    result, statuses = wanted
    details = {
        "result": result,
        "payments_reference": attempt["pasref"],
        "amount": order["amount"],
        "currency": order["currency"],
    }
    return (
        present.get("order_id") == attempt["gateway_order_id"]
        and ("result" in present or "status" in present)
        and present.get("status", statuses[0]) in statuses
        and all(present.get(name, value) == value for name, value in details.items())
    )


def sha1(text):
    return hashlib.sha1(text.encode()).hexdigest()


def element(name, value):
    return f"<{name}>{escape(value)}</{name}>"


def parsed_json(text):
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unanswered("The answer is not JSON.") from error
    if not isinstance(answer, dict):
        raise Unanswered("The answer is not a JSON object.")
    return answer


def iso_timestamp():
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")


def compact_timestamp():
    return datetime.now(timezone.utc).strftime("%Y%m%d%H%M%S")
