package import Storage

/// The schema of the auth database; times are in seconds since 1970.
package enum AuthSchema {
    /// All migrations, oldest first.
    package static let migrations = [
        Migration(
            "auth-1",
            """
            CREATE TABLE account (
                id TEXT PRIMARY KEY NOT NULL,
                email TEXT NOT NULL UNIQUE CHECK (email <> ''),
                name TEXT NOT NULL,
                password_hash TEXT NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
                created_at INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE account_role (
                account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                role TEXT NOT NULL CHECK (role IN ('user', 'staff', 'admin')),
                PRIMARY KEY (account_id, role)
            ) STRICT;

            CREATE TABLE session (
                id TEXT PRIMARY KEY NOT NULL,
                account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                created_at INTEGER NOT NULL,
                used_at INTEGER NOT NULL CHECK (used_at >= created_at)
            ) STRICT;
            CREATE INDEX session_by_account ON session (account_id);
            CREATE INDEX session_by_use ON session (used_at);

            CREATE TABLE refresh_token (
                hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
                session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
                used_at INTEGER,
                successor_nonce BLOB,
                CHECK ((used_at IS NULL) = (successor_nonce IS NULL))
            ) STRICT;
            CREATE INDEX refresh_token_by_session ON refresh_token (session_id, used_at);

            CREATE TABLE login_failure (
                id INTEGER PRIMARY KEY,
                email_hash BLOB NOT NULL CHECK (length(email_hash) = 32),
                at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX login_failure_by_email ON login_failure (email_hash, at);
            CREATE INDEX login_failure_by_time ON login_failure (at);

            CREATE TABLE signing_key (
                generation INTEGER PRIMARY KEY CHECK (generation >= 1),
                private_key BLOB NOT NULL CHECK (length(private_key) = 32),
                created_at INTEGER NOT NULL
            ) STRICT;
            """
        ),
        // Erased users, until every service has confirmed the erasure, with the position of the event in the outbox.
        Migration(
            "auth-2",
            """
            CREATE TABLE pending_erasure (
                user_id TEXT PRIMARY KEY NOT NULL,
                sequence INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
        ),
        // The device of a session, which helps users find sessions that are not theirs; an index for pages of a user's
        // sessions.
        Migration(
            "auth-3",
            """
            ALTER TABLE session ADD COLUMN device TEXT CHECK (device <> '');
            DROP INDEX session_by_account;
            CREATE INDEX session_by_account ON session (account_id, id);
            """
        ),
        mail,
        secondFactor,
        personalTokens,
        Migration.endedSessionsAndKeyTimes, Migration.accountStates, Migration.invitations,
        exports,
        Migration.addressConfirmation,
    ]
}
