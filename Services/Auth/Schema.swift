package import Storage

/// The schema of the auth database; times are in seconds since 1970.
package enum AuthSchema {
    /// All migrations, oldest first.
    package static let migrations = [
        accounts,
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
        endedSessionsAndKeyTimes,
        accountStates,
        invitations,
        exports,
        addressConfirmation,
        demoAccounts,
        languages,
    ]
}
