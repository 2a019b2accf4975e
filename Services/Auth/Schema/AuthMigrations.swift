import Storage

extension Migration {
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
}

extension Migration {
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
}

extension Migration {
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
}

extension Migration {
    /// The time at which the owner of an address confirmed it, and the kinds of mail for that and for new tokens.
    ///
    /// Accounts that already have a second factor or tokens count as confirmed: a reset must not remove what their
    /// owners use. SQLite cannot change a CHECK in place, so the tables of mail are created again.
    static let addressConfirmation = Migration(
        "auth-11",
        """
        ALTER TABLE account ADD COLUMN email_confirmed_at INTEGER;
        UPDATE account SET email_confirmed_at = created_at WHERE id IN (
            SELECT account_id FROM totp WHERE confirmed_at IS NOT NULL UNION SELECT account_id FROM personal_token
        );

        CREATE TABLE new_mail_outbox (
            id TEXT PRIMARY KEY NOT NULL,
            account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (
                kind IN (
                    'passwordReset', 'passwordChanged', 'emailConfirmation', 'emailChangeNotice',
                    'addressConfirmation', 'tokenMade'
                )
            ),
            recipient TEXT CHECK (recipient <> ''),
            attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            due_at INTEGER NOT NULL,
            CHECK ((kind IN ('emailConfirmation', 'emailChangeNotice')) = (recipient IS NOT NULL))
        ) STRICT;
        INSERT INTO new_mail_outbox (id, account_id, kind, recipient, attempts, due_at)
        SELECT id, account_id, kind, recipient, attempts, due_at FROM mail_outbox;
        DROP TABLE mail_outbox;
        ALTER TABLE new_mail_outbox RENAME TO mail_outbox;
        CREATE INDEX mail_outbox_by_time ON mail_outbox (due_at);
        CREATE INDEX mail_outbox_by_account ON mail_outbox (account_id);

        CREATE TABLE new_mail_token (
            hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('passwordReset', 'emailChange', 'addressConfirmation')),
            email TEXT CHECK (email <> ''),
            expires_at INTEGER NOT NULL,
            CHECK ((purpose = 'emailChange') = (email IS NOT NULL))
        ) STRICT;
        INSERT INTO new_mail_token (hash, account_id, purpose, email, expires_at)
        SELECT hash, account_id, purpose, email, expires_at FROM mail_token;
        DROP TABLE mail_token;
        ALTER TABLE new_mail_token RENAME TO mail_token;
        CREATE INDEX mail_token_by_account ON mail_token (account_id);
        CREATE INDEX mail_token_by_time ON mail_token (expires_at);
        """
    )
}
