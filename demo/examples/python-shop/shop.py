"""A shop in Python, with its standard library only, beside `scudo-checkout serve` (docs/serve.md).

python3 shop.py serve                  serves the checkout, and receives webhooks
python3 shop.py capture SO-1 500       captures 5.00 of an order, for a parcel
python3 shop.py refund SO-1 500        refunds 5.00 of an order
python3 shop.py finish                 sends calls without a final answer again
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(os.environ.get('SHOP_PORT', '3000'))
HANDLER = os.environ.get('SCUDO_URL', 'http://127.0.0.1:3001')
OPERATOR = os.environ.get('SCUDO_OPERATOR_URL', 'http://127.0.0.1:3002')
TOKEN = os.environ['SCUDO_OPERATOR_TOKEN']
WEBHOOK_SECRETS = os.environ['SCUDO_WEBHOOK_SECRETS'].split()
DATABASE = os.environ.get('SHOP_DATABASE', 'shop.db')


def database():
    connection = sqlite3.connect(DATABASE, timeout=10, isolation_level=None)
    connection.executescript(
        """
        CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, scudo TEXT UNIQUE, state TEXT, sequence INTEGER);
        CREATE TABLE IF NOT EXISTS payments (scudo TEXT PRIMARY KEY, attempt TEXT);
        CREATE TABLE IF NOT EXISTS calls (key TEXT PRIMARY KEY, reference TEXT, kind TEXT, amount TEXT, answer TEXT);
        """
    )
    return connection


def operator(path, body):
    """Calls the operator API of serve. Raises OSError without an answer, and for a refusal."""
    headers = {'authorization': f'Bearer {TOKEN}', 'content-type': 'application/json'}
    request = urllib.request.Request(OPERATOR + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def refusal(error):
    """Returns the problem of a refusal. `retryable` says that `finish` sends the call again. Raises other answers."""
    try:
        problem = json.load(error)
    except ValueError:
        raise error from None
    if error.code in (401, 403) or not isinstance(problem, dict) or not isinstance(problem.get('retryable'), bool):
        raise error
    return problem


def new_order(connection):
    reference = f'SO-{secrets.token_hex(4)}'
    order = operator('/orders', {'key': reference, 'amount': '1999', 'currency': 'EUR', 'reference': reference})
    connection.execute('INSERT INTO orders VALUES (?, ?, ?, 0)', (reference, order['id'], order['state']))
    return reference, order['id']


def is_signed(headers, body):
    """Checks the signature of a webhook (Standard Webhooks), and that it was sent in the last five minutes."""
    sent = headers.get('webhook-timestamp', '')
    if not (sent.isascii() and sent.isdigit()) or abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    given = headers.get('webhook-signature', '').split()
    for secret in WEBHOOK_SECRETS:
        key = base64.b64decode(secret.removeprefix('whsec_'))
        digest = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
        if any(hmac.compare_digest(f'v1,{digest}'.encode(), one.encode()) for one in given):
            return True
    return False


def receive(connection, event):
    """Stores the payment and the state of an order. A repeated or older change is skipped by its number."""
    change, order = event['data']['change'], event['data']['order']
    receive_payment(connection, order, change)
    # An order that was created before the process was killed is stored here.
    connection.execute(
        'INSERT OR IGNORE INTO orders VALUES (?, ?, ?, 0)', (order['reference'], order['id'], order['state'])
    )
    changed = connection.execute(
        'UPDATE orders SET state = ?, sequence = ? WHERE scudo = ? AND sequence < ?',
        (order['state'], change['sequence'], order['id'], change['sequence']),
    )
    if changed.rowcount == 1:
        print(f"{order['reference']} is {order['state']}", flush=True)


def receive_payment(connection, order, change):
    """Accepts the first payment of an order. Another one is a second payment, also after a backup was restored."""
    is_paid = change['kind'] == 'confirmed' or change.get('to') in ('authorized', 'paid')
    # A message alone has decided. The change `confirmed` follows when the payments report agrees.
    is_unconfirmed = any(
        flag['kind'] == 'unconfirmed' and flag.get('attempt') == change.get('attempt') for flag in order['flags']
    )
    if not is_paid or is_unconfirmed:
        return
    connection.execute('INSERT OR IGNORE INTO payments VALUES (?, ?)', (order['id'], change['attempt']))
    (accepted,) = connection.execute('SELECT attempt FROM payments WHERE scudo = ?', (order['id'],)).fetchone()
    if accepted != change['attempt']:
        print(f"{order['reference']} has a second payment, to return: {change['attempt']}", flush=True)


def move_money(connection, kind, reference, amount):
    """Stores a call with its key before it is sent, so that it is the same call after the process was killed."""
    if not connection.execute('SELECT 1 FROM orders WHERE reference = ?', (reference,)).fetchone():
        sys.exit(f'There is no order {reference}.')
    key = f'{kind}-{secrets.token_hex(8)}'
    connection.execute('INSERT INTO calls VALUES (?, ?, ?, ?, NULL)', (key, reference, kind, amount))
    finish_calls(connection)


def finish_calls(connection):
    """Sends each call that has no final answer yet. One that was carried out before answers the same."""
    waiting = connection.execute(
        'SELECT key, kind, amount, reference, scudo FROM calls JOIN orders USING (reference) WHERE answer IS NULL'
    ).fetchall()
    for key, kind, amount, reference, scudo in waiting:
        body = {'key': key, 'amount': amount, 'by': 'python shop'}
        try:
            answer = operator(f'/orders/{scudo}/{kind}s', body)
        except urllib.error.HTTPError as error:
            answer = refusal(error)
        result = answer.get('state', answer.get('title'))
        for reason in [answer.get('detail'), *(f"{one['field']} {one['message']}" for one in answer.get('fields', []))]:
            result += f' {reason}' if reason else ''
        print(f'{kind} of {amount} for {reference}: {result}', flush=True)
        # A refusal that may pass, such as that of a refund before the batch, keeps the call for the next `finish`.
        if not answer.get('retryable', False) and answer.get('state') not in ('sent', 'unresolved', 'pending'):
            connection.execute('UPDATE calls SET answer = ? WHERE key = ?', (json.dumps(answer), key))


class Shop(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        if self.path.startswith('/scudo/'):
            return self.pass_on(None)
        if self.path != '/checkout':
            return self.answer(404, b'There is no such page.')
        reference, order = new_order(database())
        page = f"""<!doctype html>
            <link rel="icon" href="data:,">
            <script type="module" src="/scudo/scudo.js"></script>
            <h1>{reference}</h1>
            <scudo-checkout backend="/scudo" order="{order}"></scudo-checkout>"""
        return self.answer(200, page.encode(), [('content-type', 'text/html; charset=utf-8')])

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('content-length', '0')))
        if self.path.startswith('/scudo/'):
            return self.pass_on(body)
        if self.path != '/webhooks/scudo' or not is_signed(self.headers, body):
            return self.answer(401, b'')
        receive(database(), json.loads(body))
        return self.answer(204, b'')

    def pass_on(self, body):
        """Sends a call of the page to the handler. In production the web server does it."""
        headers = {
            name: value
            for name, value in self.headers.items()
            if name.lower() not in ('host', 'connection', 'content-length', 'accept-encoding', 'x-forwarded-for')
        }
        headers['x-forwarded-for'] = self.client_address[0]
        request = urllib.request.Request(HANDLER + self.path, body, headers, method=self.command)
        try:
            with OPENER.open(request, timeout=60) as answer:
                return self.answer(answer.status, answer.read(), answer.headers.items())
        except urllib.error.HTTPError as error:
            return self.answer(error.code, error.read(), error.headers.items())
        except OSError:
            return self.answer(502, b'')

    def answer(self, status, body, headers=()):
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ('connection', 'content-length', 'transfer-encoding', 'date', 'keep-alive'):
                self.send_header(name, value)
        if status != 204:
            self.send_header('content-length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def main(command='serve', reference='', amount=''):
    connection = database()
    if command == 'serve':
        server = ThreadingHTTPServer(('127.0.0.1', PORT), Shop)
        print(f'http://localhost:{PORT}/checkout', flush=True)
        server.serve_forever()
    elif command in ('capture', 'refund'):
        move_money(connection, command, reference, amount)
    elif command == 'finish':
        finish_calls(connection)
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(*sys.argv[1:])
