"""Orders in SQLite. Each method that changes something is one transaction, and the number of changed rows decides.

docs/backend-in-any-language.md#what-must-be-atomic lists them.
"""

import collections
import contextlib
import json
import secrets
import sqlite3
import threading

SCHEMA = """
CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY, amount TEXT NOT NULL, currency TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open', paid_with TEXT
);
CREATE TABLE IF NOT EXISTS transactions (
  order_id TEXT NOT NULL, server_trans_id TEXT, card TEXT NOT NULL, version TEXT, has_method INTEGER,
  stage TEXT NOT NULL DEFAULT 'checked'
);
CREATE TABLE IF NOT EXISTS attempts (
  gateway_order_id TEXT PRIMARY KEY, order_id TEXT NOT NULL, kind TEXT NOT NULL, result TEXT,
  method TEXT, redirect_url TEXT, pasref TEXT, returned INTEGER NOT NULL DEFAULT 0,
  started_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS answers (
  order_id TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, status INTEGER, body TEXT,
  PRIMARY KEY (order_id, key)
);
"""

PAYABLE = "state IN ('open', 'failed')"
MAX_WAITING = 20  # long polls of one order


class Orders:
    def __init__(self, path):
        self.path = path
        self.local = threading.local()
        # Wakes the long polls of this process. Those of others see a change within half a second.
        self.changed = threading.Condition()
        self.waiting = collections.Counter()
        with self.transaction() as database:
            for statement in SCHEMA.split(";"):
                database.execute(statement)

    @contextlib.contextmanager
    def transaction(self):
        """A transaction that holds the write lock from its beginning. It wakes the long polls if it has written."""
        database = self.connection()
        before = database.total_changes
        with self.committed(database, "BEGIN IMMEDIATE"):
            yield database
        if database.total_changes != before:
            with self.changed:
                self.changed.notify_all()

    @contextlib.contextmanager
    def reading(self):
        """A transaction that sees one state of the database, and waits for no other one."""
        database = self.connection()
        with self.committed(database, "BEGIN"):
            yield database

    def connection(self):
        database = getattr(self.local, "database", None)
        if database is None:
            database = sqlite3.connect(self.path, isolation_level=None, timeout=30)
            database.row_factory = sqlite3.Row
            database.execute("PRAGMA journal_mode = WAL")
            self.local.database = database
        return database

    @staticmethod
    @contextlib.contextmanager
    def committed(database, begin):
        database.execute(begin)
        try:
            yield
        except BaseException:
            database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")

    def close(self):
        """Closes the connection of this thread."""
        if getattr(self.local, "database", None) is not None:
            self.local.database.close()
            self.local.database = None

    def create(self, amount, currency):
        order_id = secrets.token_hex(16)
        with self.transaction() as database:
            database.execute(
                "INSERT INTO orders (id, amount, currency) VALUES (?, ?, ?)", (order_id, amount, currency)
            )
        return order_id

    def read(self, order_id):
        """The order with its last redirect payment and the end of its last card payment; None for an unknown one."""
        with self.reading() as database:
            order = database.execute("SELECT * FROM orders WHERE id = ?", (order_id,)).fetchone()
            if order is None:
                return None
            redirect = database.execute(
                "SELECT * FROM attempts WHERE order_id = ? AND kind = 'redirect' ORDER BY rowid DESC", (order_id,)
            ).fetchone()
            declined = database.execute(
                """SELECT result FROM attempts WHERE order_id = ? AND kind = 'card'
                   AND result IS NOT NULL AND result <> 'unsent' ORDER BY rowid DESC""",
                (order_id,),
            ).fetchone()
        return {
            **order,
            "redirect": dict(redirect) if redirect else None,
            "soft_declined": declined is not None and declined["result"] == "111",
        }

    def wait(self, order_id, state, seconds_left):
        """The order once its state is another one, or the time is over. None if too many calls wait for it."""
        with self.changed:
            if self.waiting[order_id] >= MAX_WAITING:
                return None
            self.waiting[order_id] += 1
        try:
            while True:
                order = self.read(order_id)
                left = seconds_left()
                if order["state"] != state or left <= 0:
                    return order
                with self.changed:
                    self.changed.wait(min(left, 0.5))
        finally:
            with self.changed:
                self.waiting[order_id] -= 1
                if self.waiting[order_id] == 0:
                    del self.waiting[order_id]

    # Idempotency-Keys

    def claim_key(self, order_id, key, request):
        """True for a new key. Otherwise the stored request, status and body, the last two None while the call runs."""
        with self.transaction() as database:
            values = (order_id, key, request)
            claim = "INSERT OR IGNORE INTO answers (order_id, key, request) VALUES (?, ?, ?)"
            claimed = database.execute(claim, values)
            if claimed.rowcount == 1:
                return True
            return database.execute("SELECT * FROM answers WHERE order_id = ? AND key = ?", (order_id, key)).fetchone()

    def keep_answer(self, order_id, key, status, body):
        with self.transaction() as database:
            database.execute(
                "UPDATE answers SET status = ?, body = ? WHERE order_id = ? AND key = ?",
                (status, json.dumps(body), order_id, key),
            )

    def free_key(self, order_id, key):
        with self.transaction() as database:
            database.execute("DELETE FROM answers WHERE order_id = ? AND key = ?", (order_id, key))

    # 3-D Secure transactions

    def add_transaction(self, order_id, server_trans_id, card, version, has_method):
        with self.transaction() as database:
            database.execute(
                """INSERT INTO transactions (order_id, server_trans_id, card, version, has_method)
                   VALUES (?, ?, ?, ?, ?)""",
                (order_id, server_trans_id, card, version, has_method),
            )

    def claim_transaction(self, order_id, server_trans_id, card, stage, next_stage):
        """Moves a transaction of this order and card from one stage to the next. None if another call was first."""
        with self.transaction() as database:
            found = database.execute(
                """SELECT rowid, * FROM transactions
                   WHERE order_id = ? AND server_trans_id IS ? AND card = ? AND stage = ?""",
                (order_id, server_trans_id, card, stage),
            ).fetchone()
            if found is not None:
                database.execute("UPDATE transactions SET stage = ? WHERE rowid = ?", (next_stage, found["rowid"]))
            return found

    # Payments

    def begin_authorization(self, order_id):
        """Makes the order in-doubt, and answers the gateway order id; None if the order takes no payment."""
        gateway_order_id = f"{order_id}-{secrets.token_hex(5)}"
        with self.transaction() as database:
            begun = database.execute(f"UPDATE orders SET state = 'in-doubt' WHERE id = ? AND {PAYABLE}", (order_id,))
            if begun.rowcount == 0:
                return None
            database.execute(
                "INSERT INTO attempts (gateway_order_id, order_id, kind) VALUES (?, ?, 'card')",
                (gateway_order_id, order_id),
            )
        return gateway_order_id

    def end_authorization(self, gateway_order_id, order_id, state, result):
        with self.transaction() as database:
            ended = database.execute(
                "UPDATE attempts SET result = ? WHERE gateway_order_id = ? AND result IS NULL",
                (result, gateway_order_id),
            )
            if ended.rowcount == 0:
                return
            # A redirect payment may have succeeded while the card was being authorized.
            database.execute(
                """UPDATE orders SET state = CASE WHEN EXISTS (
                     SELECT 1 FROM attempts WHERE order_id = orders.id AND kind = 'redirect' AND result = '00'
                   ) THEN 'paid' ELSE ? END
                   WHERE id = ? AND state = 'in-doubt'""",
                (state, order_id),
            )

    def begin_redirect(self, order_id, method):
        """Makes the order pending, and answers the gateway order id; None if the order takes no payment."""
        gateway_order_id = f"{order_id}-{secrets.token_hex(5)}"
        with self.transaction() as database:
            # A process that died before it had the address: the shopper never had it, either.
            database.execute(
                """UPDATE orders SET state = 'open' WHERE id = ? AND state = 'pending' AND EXISTS (
                     SELECT 1 FROM attempts WHERE order_id = orders.id AND kind = 'redirect' AND result IS NULL
                     AND redirect_url IS NULL AND started_at < datetime('now', '-2 minutes'))""",
                (order_id,),
            )
            begun = database.execute(f"UPDATE orders SET state = 'pending' WHERE id = ? AND {PAYABLE}", (order_id,))
            if begun.rowcount == 0:
                return None
            database.execute(
                "INSERT INTO attempts (gateway_order_id, order_id, kind, method) VALUES (?, ?, 'redirect', ?)",
                (gateway_order_id, order_id, method),
            )
        return gateway_order_id

    def start_redirect(self, gateway_order_id, redirect_url, pasref):
        with self.transaction() as database:
            database.execute(
                "UPDATE attempts SET redirect_url = ?, pasref = ? WHERE gateway_order_id = ?",
                (redirect_url, pasref, gateway_order_id),
            )
            # A late call of a card payment that was begun before must not charge.
            database.execute(
                """UPDATE transactions SET stage = 'closed' WHERE stage IN ('checked', 'challenge')
                   AND order_id = (SELECT order_id FROM attempts WHERE gateway_order_id = ?)""",
                (gateway_order_id,),
            )

    def attempt(self, gateway_order_id):
        with self.reading() as database:
            return database.execute(
                "SELECT * FROM attempts WHERE gateway_order_id = ? AND kind = 'redirect'", (gateway_order_id,)
            ).fetchone()

    def note_return(self, gateway_order_id):
        with self.transaction() as database:
            database.execute("UPDATE attempts SET returned = 1 WHERE gateway_order_id = ?", (gateway_order_id,))

    def end_redirect(self, attempt, state, result):
        """Ends an attempt that was not paid. A message that comes twice changes nothing."""
        with self.transaction() as database:
            ended = database.execute(
                "UPDATE attempts SET result = ? WHERE gateway_order_id = ? AND result IS NULL",
                (result, attempt["gateway_order_id"]),
            )
            if ended.rowcount == 1:
                # A later attempt may have made the order pending.
                database.execute(
                    """UPDATE orders SET state = ? WHERE id = ? AND state = 'pending' AND NOT EXISTS (
                         SELECT 1 FROM attempts WHERE order_id = orders.id AND kind = 'redirect' AND result IS NULL)""",
                    (state, attempt["order_id"]),
                )

    def pay_by_redirect(self, attempt):
        """Makes the order paid, also after a failure. True if another payment of the order may be charged, too."""
        with self.transaction() as database:
            ended = database.execute(
                "UPDATE attempts SET result = '00' WHERE gateway_order_id = ? AND (result IS NULL OR result = '101')",
                (attempt["gateway_order_id"],),
            )
            if ended.rowcount == 0:
                return False
            # An authorization that is in doubt stays so, and its end makes the order paid.
            database.execute(
                """UPDATE orders SET state = 'paid', paid_with = ?
                   WHERE id = ? AND state IN ('open', 'failed', 'pending')""",
                (attempt["method"], attempt["order_id"]),
            )
            other = database.execute(
                """SELECT 1 FROM attempts WHERE order_id = ? AND gateway_order_id <> ?
                   AND (result IS NULL OR result = '00')""",
                (attempt["order_id"], attempt["gateway_order_id"]),
            ).fetchone()
            return other is not None
