import Storage

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
