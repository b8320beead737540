"""The tables of each file. A released script is never edited: a change is one more script at the end."""

from __future__ import annotations

# `id` keeps the order in which records were first saved, which lists that a user hears depend on.
DATA = (
    """
    CREATE TABLE record (
        id INTEGER PRIMARY KEY,
        command TEXT NOT NULL,
        key TEXT NOT NULL,
        data TEXT NOT NULL,
        expires_at REAL,
        UNIQUE (command, key)
    );
    CREATE INDEX record_expiry ON record (expires_at) WHERE expires_at IS NOT NULL
    """,
)

# A NULL value is a secret that a command declared and nobody has set; an integration secret has user_id ''.
SECRETS = (
    """
    CREATE TABLE secret (
        scope TEXT NOT NULL,
        user_id TEXT NOT NULL,
        key TEXT NOT NULL,
        value_type TEXT NOT NULL,
        value BLOB,
        PRIMARY KEY (scope, user_id, key)
    ) WITHOUT ROWID;
    CREATE TABLE provider (
        name TEXT PRIMARY KEY,
        expires_at REAL,
        needs_reauth INTEGER NOT NULL DEFAULT 0,
        reason TEXT,
        authed_at REAL,
        base_url TEXT,
        refresh_token_key TEXT,
        refresh_token BLOB
    ) WITHOUT ROWID
    """,
)

# ``user`` is '' where nobody says who speaks.
CONVERSATIONS = (
    """
    CREATE TABLE conversation (
        session TEXT NOT NULL,
        user TEXT NOT NULL,
        data TEXT NOT NULL,
        seen REAL NOT NULL,
        PRIMARY KEY (session, user)
    ) WITHOUT ROWID;
    CREATE INDEX conversation_seen ON conversation (seen)
    """,
)

# Who may come by a gateway: the digest of what they were given, never that itself.
TOKENS = (
    """
    CREATE TABLE token (
        name TEXT PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        scopes TEXT NOT NULL,
        created REAL NOT NULL
    ) WITHOUT ROWID
    """,
)
