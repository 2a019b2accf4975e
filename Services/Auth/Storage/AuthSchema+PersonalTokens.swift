import Storage

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
