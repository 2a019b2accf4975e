import Storage

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
