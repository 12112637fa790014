"""A backend of <scudo-checkout> in Python, with the standard library only: cards and testpay, no refunds.

    GATEWAY_URL=http://127.0.0.1:4174 SECRET=secret python3 server.py

POST /new-order creates an order. It is for tests; a shop creates orders in its own code.
"""

import json
import os
import re
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import checks
import pages
from gateway import Gateway
from orders import Orders
from payments import METHODS, OUTCOME_OF_STATE, REDIRECT_METHODS, Payments
from problems import Problem

PORT = int(os.environ.get("PORT", "8000"))
PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://localhost:{PORT}/scudo")
ORIGIN = "{0.scheme}://{0.netloc}".format(urlsplit(PUBLIC_URL))
BASE = urlsplit(PUBLIC_URL).path.rstrip("/")
PAGES = os.environ.get("PAGES", ORIGIN).split()
RETURN_PAGE = os.environ.get("RETURN_PAGE", f"{PAGES[0]}/return.html?order={{order}}")
# The folder of the npm package that has frame.js and notification.js.
SCRIPTS = Path(os.environ.get("SCRIPTS", "node_modules/scudo-checkout/dist"))

ORDERS = Orders(os.environ.get("DATABASE", "orders.db"))
PAYMENTS = Payments(
    ORDERS,
    Gateway(
        os.environ["GATEWAY_URL"],
        os.environ.get("MERCHANT_ID", "scudo"),
        os.environ.get("ACCOUNT_ID", "internet"),
        os.environ["SECRET"],
    ),
    PUBLIC_URL,
    f"{PAGES[0]}/help",
)

STATES = ("open", "pending", "in-doubt", "paid", "authenticated", "failed", "partly-refunded", "refunded")
MAX_BODY = 65_536
PATIENCE = 25  # seconds that a call waits for another one with its key

ROUTES = [
    ("GET", r"/orders/(?P<id>[^/]+)", "read_order"),
    ("POST", r"/orders/(?P<id>[^/]+)/protocol-versions", "check_versions"),
    ("POST", r"/orders/(?P<id>[^/]+)/authentications", "authenticate"),
    ("POST", r"/orders/(?P<id>[^/]+)/authorizations", "report"),
    ("POST", r"/orders/(?P<id>[^/]+)/redirects", "redirect"),
    ("GET", r"/notifications/(method|challenge)(/(?P<id>[^/]+))?/?", "unreadable_notification"),
    ("POST", r"/notifications/method(/(?P<id>[^/]+))?/?", "method_notification"),
    ("POST", r"/notifications/challenge(/(?P<id>[^/]+))?/?", "challenge_notification"),
    ("GET", r"/return/(?P<id>[^/]+)", "receive_return"),
    ("POST", r"/return/(?P<id>[^/]+)", "receive_return"),
    ("POST", r"/status(/(?P<id>[^/]+))?", "receive_status"),
    ("GET", r"/frame", "frame"),
    ("GET", r"/(?P<file>frame|notification)\.js", "script"),
]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30  # seconds for a client that sends nothing

    def handle_any(self):
        try:
            self.answer_request()
        except (TimeoutError, ConnectionError):
            # Nothing reads an answer any more.
            self.close_connection = True
        except Problem as problem:
            status, document = problem.document()
            self.answer(status, document, "application/problem+json")
        except Exception:  # pylint: disable=broad-except
            traceback.print_exc()
            status, document = Problem("internal-error").document()
            self.answer(status, document, "application/problem+json")

    do_GET = do_POST = do_OPTIONS = do_PUT = do_DELETE = do_PATCH = handle_any  # noqa: N815

    def answer_request(self):
        self.body = self.read_body()
        if self.body is None:
            return None
        try:
            address = urlsplit(self.path)
        except ValueError as error:
            raise Problem("invalid-request", [("", "is not a valid address")]) from error
        self.query = dict(parse_qsl(address.query))
        if address.path == "/new-order" and self.command == "POST":
            return self.answer(200, {"id": ORDERS.create(**checks.new_order(self.json_body()))})
        path = address.path[len(BASE) :] if address.path.startswith(f"{BASE}/") else ""
        if path.startswith("/orders/"):
            self.check_origin()
            if self.command == "OPTIONS":
                return self.answer(204)
        found = [(method, name, re.fullmatch(form, path)) for method, form, name in ROUTES]
        matching = [(method, name, match) for method, name, match in found if match]
        if not matching:
            raise Problem("not-found")
        for method, name, match in matching:
            if method == self.command:
                return getattr(self, name)(**match.groupdict())
        raise Problem("method-not-allowed")

    # Calls of the page

    def read_order(self, id):
        order = order_of(id)
        wait, state = self.query.get("wait"), self.query.get("state")
        if wait is not None and not re.fullmatch("[0-9]{1,3}", wait):
            raise Problem("invalid-request", [("wait", "must be seconds")])
        if state is not None and state not in STATES:
            raise Problem("invalid-request", [("state", "must be an order state")])
        if wait is not None:
            end = time.monotonic() + min(int(wait), 30)
            order = ORDERS.wait(id, state or order["state"], lambda: end - time.monotonic())
            if order is None:
                raise Problem("too-many-requests")
        self.answer(200, view_of(order))

    def check_versions(self, id):
        order = order_of(id)
        self.answer(200, PAYMENTS.check_versions(order, checks.version_check(self.json_body())))

    def authenticate(self, id):
        order_of(id)
        request = checks.payment(self.json_body())
        card = request["card"]
        browser = {
            "ip": self.client_address[0],
            "accept_header": self.headers.get("accept") or "*/*",
            # A client may send only a star, which is no language.
            "language": re.sub(r"[^a-zA-Z].*", "", self.headers.get("accept-language") or "")[:8] or "en",
            "user_agent": (self.headers.get("user-agent") or "unknown")[:2048],
        }
        parts = (request["server_trans_id"] or "", *(card[name] for name in sorted(card) if name != "security_code"))
        self.once(id, ("authentications", *parts), lambda order: PAYMENTS.authenticate(order, request, browser))

    def report(self, id):
        order_of(id)
        request = checks.challenge_report(self.json_body())
        parts = (request["server_trans_id"], request["card"]["number"])
        self.once(id, ("authorizations", *parts), lambda order: PAYMENTS.report(order, request))

    def redirect(self, id):
        order_of(id)
        request = checks.redirect(self.json_body(), REDIRECT_METHODS)
        parts = (request["method"], request["account_holder_name"] or "", request["country"] or "")
        self.once(id, ("redirects", *parts), lambda order: PAYMENTS.redirect(order, request))

    def once(self, id, parts, work):
        """Does a call once for its Idempotency-Key."""
        key = self.headers.get("idempotency-key") or ""
        if not re.fullmatch(r"[\x21-\x7e]{8,100}", key):
            raise Problem("invalid-request", [("Idempotency-Key", "must be a header of 8 to 100 characters")])
        request = PAYMENTS.fingerprint(id, *parts)
        end = time.monotonic() + PATIENCE
        while (claimed := ORDERS.claim_key(id, key, request)) is not True:
            if claimed["request"] != request:
                raise Problem("key-reused")
            if claimed["status"] is not None:
                return self.answer_kept(id, claimed["status"], json.loads(claimed["body"]))
            if time.monotonic() > end:
                raise Problem("request-in-progress")
            with ORDERS.changed:
                ORDERS.changed.wait(0.2)
        try:
            answer = work(order_of(id))
        except Problem as problem:
            # The same request may arrive once more, late, when the order takes a payment again: it must not charge.
            if problem.used_up or problem.code == "order-not-open":
                ORDERS.keep_answer(id, key, *problem.document())
                return self.answer_kept(id, *problem.document())
            ORDERS.free_key(id, key)
            raise
        except Exception:
            # The call may have sent something.
            ORDERS.keep_answer(id, key, *Problem("internal-error").document())
            raise
        if answer["result"] == "challenge-open":
            ORDERS.free_key(id, key)
        else:
            ORDERS.keep_answer(id, key, 200, answer)
        return self.answer(200, PAYMENTS.current(order_of(id), answer))

    def answer_kept(self, id, status, document):
        order = order_of(id)
        if status == 200:
            return self.answer(200, PAYMENTS.current(order, document))
        if document["code"] != "order-not-open" and order["state"] in OUTCOME_OF_STATE:
            return self.answer(200, PAYMENTS.outcome(OUTCOME_OF_STATE[order["state"]], id))
        return self.answer(status, document, "application/problem+json")

    # Messages of ACS and gateway, and pages

    def method_notification(self, id=None):
        form = self.notification_form()
        if "probe" in form:
            # The element asks if form posts arrive here.
            return self.answer(204)
        return self.notification(id, pages.method_message(form))

    def challenge_notification(self, id=None):
        self.notification(id, pages.challenge_message(self.notification_form()))

    def unreadable_notification(self, id=None):
        self.notification(id, None)

    def notification(self, id, message):
        """Writes nothing and calls nothing: the checkout page asks the gateway."""
        return_page = id and RETURN_PAGE.replace("{order}", quote(unquote(id), safe=""))
        status, policy, text = pages.notification(PUBLIC_URL, return_page, message)
        self.answer_page(status, policy, text, "no-referrer")

    def notification_form(self):
        """The fields by their names in small letters; none of a form that cannot be read."""
        try:
            return {name.lower(): value for name, value in reversed(self.form().items())}
        except Problem:
            return {}

    def receive_return(self, id):
        try:
            PAYMENTS.receive_return(id, {**self.query, **self.form()})
        except Problem as problem:
            self.log_message("a return message was rejected: %s", problem.code)
        location = RETURN_PAGE.replace("{order}", quote(id, safe=""))
        self.answer(303, headers={"location": location, "referrer-policy": "no-referrer"})

    def receive_status(self, id=None):
        PAYMENTS.receive_status(id, {**self.query, **self.form()})
        self.answer(200)

    def frame(self):
        self.answer_page(*pages.frame_page(PUBLIC_URL, PAGES))

    def script(self, file):
        text = (SCRIPTS / f"{file}.js").read_text(encoding="utf-8")
        headers = {"cache-control": "public, max-age=600"}
        self.answer(200, text, "text/javascript; charset=utf-8", headers)

    # Requests and answers

    def check_origin(self):
        origin = self.headers.get("origin")
        if origin is not None and origin != ORIGIN and origin not in PAGES:
            raise Problem("origin-refused")

    def read_body(self):
        """The body; None after an answer, for a body whose length the client does not say."""
        if self.headers.get("transfer-encoding") is not None:
            self.close_connection = True
            return self.answer(411)
        lengths = self.headers.get_all("content-length", ["0"])
        if len(lengths) != 1 or not re.fullmatch("[0-9]{1,15}", lengths[0]):
            # The end of this request is not known.
            self.close_connection = True
            raise Problem("invalid-request", [("Content-Length", "must be one number")])
        length = int(lengths[0])
        if length > MAX_BODY:
            # Reads what the client is about to send, so that it reads the answer.
            self.rfile.read(min(length, 1_000_000))
            self.close_connection = True
            if self.command == "POST" and self.path.startswith(f"{BASE}/notifications/"):
                # A notification has the same answer without its body.
                return b""
            raise Problem("too-large")
        return self.rfile.read(length)

    def json_body(self):
        if not re.match(r"application/json\s*(;|$)", self.headers.get("content-type") or "", re.IGNORECASE):
            raise Problem("unsupported-media-type")
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            raise Problem("invalid-request", [("", "is not JSON")]) from error

    def form(self):
        if not (self.headers.get("content-type") or "").startswith("application/x-www-form-urlencoded"):
            return {}
        # The first of two equal names counts.
        try:
            pairs = parse_qsl(self.body.decode(errors="replace"), keep_blank_values=True, max_num_fields=100)
        except ValueError as error:
            raise Problem("invalid-request", [("", "has more than 100 fields")]) from error
        return dict(reversed(pairs))

    def answer_page(self, status, policy, text, referrer="strict-origin"):
        headers = {"content-security-policy": policy, "referrer-policy": referrer}
        self.answer(status, text, "text/html; charset=utf-8", headers)

    def answer(self, status, body=None, kind="application/json", headers=None):
        content = b"" if body is None else (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        if body is not None:
            self.send_header("content-type", kind)
        if status != 204:
            self.send_header("content-length", str(len(content)))
        if self.close_connection:
            self.send_header("connection", "close")
        self.send_header("x-content-type-options", "nosniff")
        for name, value in {"cache-control": "no-store", **self.cors(), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def cors(self):
        origin = self.headers.get("origin")
        if f"{BASE}/orders/" not in self.path or origin not in PAGES:
            return {}
        return {
            "access-control-allow-origin": origin,
            "access-control-allow-methods": "GET, POST",
            "access-control-allow-headers": "content-type, idempotency-key",
            "access-control-expose-headers": "retry-after",
            "vary": "origin",
        }

    def finish(self):
        ORDERS.close()
        super().finish()


def order_of(order_id):
    order = ORDERS.read(order_id)
    if order is None:
        raise Problem("order-not-found")
    return order


def view_of(order):
    """The order as the page may see it."""
    view = {name: order[name] for name in ("id", "amount", "currency", "state")}
    if order["state"] == "pending":
        view["redirect"] = {"method": order["redirect"]["method"], "unfinished": not order["redirect"]["returned"]}
    if order["paid_with"]:
        view["paid_with"] = order["paid_with"]
    return {**view, "methods": METHODS, "ask": ["mobile_phone"]}


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
    # Now it accepts connections.
    print(f"Backend at {PUBLIC_URL}", flush=True)
    server.serve_forever()
