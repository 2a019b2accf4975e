import Storage

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
