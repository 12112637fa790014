"""Checks of the page's requests. Every wrong field is named; unknown fields are ignored."""

import re

from problems import Problem

UUID = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
PLAIN = r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]"

NUMBER = {"number": ("[0-9]{12,19}", "must be a card number with a right check digit")}
CARD = {
    **NUMBER,
    "expiry_month": (r"0[1-9]|1[0-2]", "must be a month of two digits"),
    "expiry_year": ("[0-9]{2}", "must be a year of two digits"),
    "security_code": ("[0-9]{3,4}", "must be 3 or 4 digits"),
    "full_name": (PLAIN + "{2,45}", "must be text of 2 to 45 characters"),
}
# Browser data only inform the issuer: a value that does not fit is replaced, and refuses no payment.
COLORS = "ONE|TWO|FOUR|EIGHT|FIFTEEN|SIXTEEN|TWENTY_FOUR|THIRTY_TWO|FORTY_EIGHT"
BROWSER = {
    "color_depth": (rf"({COLORS})_BITS?", "TWENTY_FOUR_BITS"),
    "java_enabled": ("true|false", "false"),
    "javascript_enabled": ("true|false", "true"),
    "screen_height": ("[0-9]{1,6}", "0"),
    "screen_width": ("[0-9]{1,6}", "0"),
    "challenge_window_size": ("WINDOWED_[0-9]{3}X400|WINDOWED_500X600|FULL_SCREEN", "FULL_SCREEN"),
    "timezone": (r"[+-]?0{0,3}([0-9]{1,2}|[1-7][0-9]{2}|8[0-3][0-9]|840)", "0"),
    # Without a default: the headers of the request have them.
    "language": (r"[a-zA-Z0-9-]{1,8}", None),
    "user_agent": (PLAIN + "{1,2048}", None),
}
ENDS = "notified|cancelled|timed-out|too-late|blocked|returned"


class Fields:
    """Collects the wrong fields of one request."""

    def __init__(self, body):
        self.body = body if isinstance(body, dict) else {}
        self.issues = [] if isinstance(body, dict) else [("", "must be a JSON object")]

    def text(self, path, pattern, message, optional=False):
        value = self.body
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        # Numbers and booleans of a few fields may come as JSON values.
        if isinstance(value, (bool, int)):
            value = str(value).lower()
        if value is None and optional:
            return None
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            self.issues.append((path, "is missing" if value is None else message))
            return None
        return value

    def group(self, prefix, rules, optional=False):
        found = {name: self.text(f"{prefix}{name}", *rule, optional=optional) for name, rule in rules.items()}
        return {name: value for name, value in found.items() if value is not None}

    def browser_data(self):
        value = self.body.get("browser_data")
        if not isinstance(value, dict):
            self.issues.append(("browser_data", "is missing" if value is None else "must be a JSON object"))
            return {}
        found = {name: usable(value.get(name), pattern) or default for name, (pattern, default) in BROWSER.items()}
        return {name: text for name, text in found.items() if text is not None}

    def card(self):
        card = self.group("card.", CARD)
        self.check_digit("card.number", card.get("number"))
        return card

    def check_digit(self, path, number):
        if number and not passes_luhn(number):
            self.issues.append((path, NUMBER["number"][1]))

    def done(self):
        if self.issues:
            raise Problem("invalid-request", self.issues)


def new_order(body):
    fields = Fields(body)
    result = {
        "amount": fields.text("amount", "[1-9][0-9]{0,11}", "must be a positive amount in minor units"),
        "currency": fields.text("currency", "[A-Z]{3}", "must be a currency code of three letters"),
    }
    fields.done()
    return result


def version_check(body):
    fields = Fields(body)
    number = fields.group("", NUMBER).get("number")
    fields.check_digit("number", number)
    fields.done()
    return number


def payment(body):
    fields = Fields(body)
    result = {
        "card": fields.card(),
        "server_trans_id": fields.text("server_trans_id", UUID, "must be a UUID", optional=True),
        "browser_data": fields.browser_data(),
        "method_url_completion": fields.text(
            "method_url_completion", "YES|NO|UNAVAILABLE", "is not one of the known values"
        ),
        "phone": {
            "country_code": fields.text("payer.mobile_phone.country_code", "[0-9]{1,3}", "must be digits"),
            "subscriber_number": fields.text("payer.mobile_phone.subscriber_number", "[0-9]{3,15}", "must be digits"),
        },
    }
    fields.done()
    return result


def challenge_report(body):
    fields = Fields(body)
    result = {
        "card": fields.card(),
        "server_trans_id": fields.text("server_trans_id", UUID, "must be a UUID"),
        "ended": fields.text("ended", ENDS, "is not one of the known values"),
    }
    fields.done()
    return result


def redirect(body, methods):
    fields = Fields(body)
    result = {"method": fields.text("method", "[A-Za-z0-9_-]{1,50}", "must be a payment method code")}
    if result["method"] is not None and result["method"] not in methods:
        fields.issues.append(("method", "is not one that this order offers"))
    fields.done()
    result["account_holder_name"] = fields.text("account_holder_name", PLAIN + "{2,100}", "must be a name")
    result["country"] = fields.text("country", "[A-Z]{2}", "must be a two-letter country code")
    fields.done()
    return result


def usable(value, pattern):
    if isinstance(value, (bool, int)):
        value = str(value).lower()
    return value if isinstance(value, str) and re.fullmatch(pattern, value) else None


def passes_luhn(number):
    digits = [int(digit) for digit in reversed(number)]
    doubled = (digit * 2 - 9 if digit > 4 else digit * 2 for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
