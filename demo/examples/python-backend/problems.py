"""Problem documents (RFC 9457), with the statuses of docs/openapi.yaml."""

PROBLEMS = {
    "invalid-request": (400, False, "The request has missing or invalid fields."),
    "origin-refused": (403, False, "This origin is not allowed."),
    "not-found": (404, False, "No route matches this path."),
    "order-not-found": (404, False, "There is no such order."),
    "method-not-allowed": (405, False, "The route does not allow this method."),
    "order-not-open": (409, False, "The order takes no payment in its present state."),
    "authentication-unknown": (409, False, "This authentication does not belong to this order and card."),
    "request-in-progress": (409, True, "A call of this payment is still being processed."),
    "too-large": (413, False, "The request is too large."),
    "unsupported-media-type": (415, False, "The request must be JSON."),
    "key-reused": (422, False, "The idempotency key was used for another request."),
    "too-many-requests": (429, True, "There are too many requests at the moment."),
    "internal-error": (500, True, "Internal server error."),
    "gateway-refused": (500, False, "The gateway refused the backend's request."),
    "card-not-supported": (501, False, "This type of card is not supported."),
    "issuer-unavailable": (502, True, "The issuer or its directory server did not answer the gateway."),
    "gateway-unavailable": (503, True, "The gateway gave no usable answer."),
}


class Problem(Exception):
    """An error of a call. `used_up`: the call has sent something, so that its key keeps this answer."""

    def __init__(self, code, fields=(), used_up=False):
        super().__init__(code)
        self.code = code
        self.fields = fields
        self.used_up = used_up

    def document(self):
        status, retryable, title = PROBLEMS[self.code]
        fields = [{"field": field, "message": message} for field, message in self.fields]
        return status, {
            "type": "about:blank",
            "title": title,
            "status": status,
            "code": self.code,
            "retryable": retryable,
            **({"fields": fields} if fields else {}),
        }
