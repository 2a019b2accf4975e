import Storage

extension Migration {
    /// Accounts that cannot be used, since when; and passwords that sign in once.
    ///
    /// These name the hash they are about, so that they count for nothing as soon as the account has another password,
    /// however it came by that.
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
