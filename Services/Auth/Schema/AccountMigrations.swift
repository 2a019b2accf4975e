import Storage

extension AuthSchema {
    /// Accounts, their roles and sessions, counted failures of sign-ins, and the keys that sign access tokens.
    static let accounts = Migration(
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
    )

    /// Ended sessions that may still have a valid access token, without their users.
    ///
    /// Also the times at which each key starts to sign and stops being published.
    static let endedSessionsAndKeyTimes = Migration(
        "auth-7",
        """
        CREATE TABLE ended_session (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            session_id TEXT NOT NULL UNIQUE,
            ended_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ended_session_by_time ON ended_session (ended_at);

        ALTER TABLE signing_key ADD COLUMN signs_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE signing_key ADD COLUMN retires_at INTEGER;
        """
    )

    /// The time since when an account is disabled, and one-time passwords.
    ///
    /// A one-time password stores the hash that it refers to. So it becomes void as soon as the account has any other
    /// password.
    static let accountStates = Migration(
        "auth-8",
        """
        ALTER TABLE account ADD COLUMN disabled_at INTEGER;

        CREATE TABLE one_time_password (
            account_id TEXT PRIMARY KEY NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            password_hash TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX account_role_by_role ON account_role (role);
        """
    )

    /// Invitations to register, with only the hashes of their codes.
    static let invitations = Migration(
        "auth-9",
        """
        CREATE TABLE invitation (
            id TEXT PRIMARY KEY NOT NULL,
            code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
            note TEXT CHECK (note <> ''),
            uses INTEGER NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND uses_max),
            uses_max INTEGER NOT NULL CHECK (uses_max >= 1),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT;
        CREATE INDEX invitation_by_expiry ON invitation (expires_at);
        """
    )

    /// Exports that can be downloaded: the user, the session and the number of downloads, without the exported data.
    static let exports = Migration(
        "auth-10",
        """
        CREATE TABLE export (
            id TEXT PRIMARY KEY NOT NULL,
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            session_id TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            downloads INTEGER NOT NULL DEFAULT 0 CHECK (downloads >= 0)
        ) STRICT;
        CREATE INDEX export_by_account ON export (account_id, created_at);
        CREATE INDEX export_by_time ON export (created_at);
        """
    )

    /// The accounts of a demonstration, in which anyone may sign in while the setting `demo` is on.
    ///
    /// They mark a database that has never been without them: an account of a user cannot get in here later.
    static let demoAccounts = Migration(
        "auth-12",
        """
        CREATE TABLE demo_account (
            name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
            account_id TEXT NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// Stores the language of each profile, in which its owner receives mail.
    static let languages = Migration("auth-13", "ALTER TABLE account ADD COLUMN language TEXT;")
}
