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

extension AuthSchema {
    /// Queued mail, the tokens in sent mail, and the counted requests for mail.
    ///
    /// A mail is stored as its kind and its recipient. Its text with the token is composed when it is sent, so the
    /// database never contains a usable token. A mail without an account stands for a request that sends nothing; see
    /// `AuthService/forgotPassword`.
    static let mail = Migration(
        "auth-4",
        """
        CREATE TABLE mail_outbox (
            id TEXT PRIMARY KEY NOT NULL,
            account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (
                kind IN ('passwordReset', 'passwordChanged', 'emailConfirmation', 'emailChangeNotice')
            ),
            recipient TEXT CHECK (recipient <> ''),
            attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            due_at INTEGER NOT NULL,
            CHECK ((kind IN ('emailConfirmation', 'emailChangeNotice')) = (recipient IS NOT NULL))
        ) STRICT;
        CREATE INDEX mail_outbox_by_time ON mail_outbox (due_at);
        CREATE INDEX mail_outbox_by_account ON mail_outbox (account_id);

        CREATE TABLE mail_token (
            hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('passwordReset', 'emailChange')),
            email TEXT CHECK (email <> ''),
            expires_at INTEGER NOT NULL,
            CHECK ((purpose = 'emailChange') = (email IS NOT NULL))
        ) STRICT;
        CREATE INDEX mail_token_by_account ON mail_token (account_id);
        CREATE INDEX mail_token_by_time ON mail_token (expires_at);

        CREATE TABLE mail_request (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX mail_request_by_hash ON mail_request (hash, at);
        CREATE INDEX mail_request_by_time ON mail_request (at);
        """
    )
}

extension AuthSchema {
    /// Encrypted secrets of authenticator apps, hashed recovery codes, sign-ins that wait for a code, and wrong codes.
    static let secondFactor = Migration(
        "auth-5",
        """
        CREATE TABLE totp (
            account_id TEXT PRIMARY KEY NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed_secret BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            confirmed_at INTEGER,
            last_step INTEGER,
            CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
        ) STRICT;

        CREATE TABLE recovery_code (
            account_id TEXT NOT NULL REFERENCES totp (account_id) ON DELETE CASCADE,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            PRIMARY KEY (account_id, hash)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE login_challenge (
            hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
            account_id TEXT NOT NULL REFERENCES totp (account_id) ON DELETE CASCADE,
            password_fingerprint BLOB NOT NULL CHECK (length(password_fingerprint) = 32),
            created_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0)
        ) STRICT;
        CREATE INDEX login_challenge_by_account ON login_challenge (account_id);
        CREATE INDEX login_challenge_by_time ON login_challenge (created_at);

        CREATE TABLE totp_failure (
            id INTEGER PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX totp_failure_by_account ON totp_failure (account_id, at);
        CREATE INDEX totp_failure_by_time ON totp_failure (at);
        """
    )
}

extension AuthSchema {
    /// Personal access tokens: hashed, with scopes separated by spaces, and the hour of the last use.
    static let personalTokens = Migration(
        "auth-6",
        """
        CREATE TABLE personal_token (
            id TEXT PRIMARY KEY NOT NULL,
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
            name TEXT NOT NULL CHECK (name <> ''),
            scopes TEXT NOT NULL CHECK (scopes <> ''),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
            used_at INTEGER
        ) STRICT;
        CREATE INDEX personal_token_by_account ON personal_token (account_id, id);
        """
    )
}
