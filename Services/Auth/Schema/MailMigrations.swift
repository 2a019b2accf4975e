import Storage

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
