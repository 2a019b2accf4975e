import Auth
import Foundation
import Logging
import Storage
import TestSupport
import Testing

/// The migration from versions without confirmation of addresses.
@Suite(.timeLimit(.minutes(5))) struct AddressMigrationTests {
    private static func account(_ name: String, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "INSERT INTO account (id, email, name, password_hash, created_at) VALUES (?, ?, ?, '$argon2id$', 1000)",
            [name, "\(name)@example.org", name]
        )
    }

    private static func secondFactor(_ name: String, confirmedAt: Int?, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "INSERT INTO totp (account_id, sealed_secret, created_at, confirmed_at, last_step) VALUES (?, ?, 1000, ?, ?)",
            [name, Data([1]), confirmedAt, confirmedAt]
        )
    }

    private static func fill(_ transaction: SQLTransaction) throws {
        for name in ["plain", "factor", "begun", "token"] { try account(name, transaction) }
        try secondFactor("factor", confirmedAt: 2_000, transaction)
        try secondFactor("begun", confirmedAt: nil, transaction)
        try transaction.execute(
            """
            INSERT INTO personal_token (id, account_id, hash, name, scopes, created_at, expires_at)
            VALUES ('t', 'token', ?, 'Scales', 'diary:read', 1000, 9000)
            """,
            [Data(repeating: 7, count: 32)]
        )
        try transaction.execute(
            "INSERT INTO mail_outbox (id, account_id, kind, due_at) VALUES ('m', 'plain', 'passwordReset', 1000)"
        )
        try transaction.execute(
            "INSERT INTO mail_token (hash, account_id, purpose, expires_at) VALUES (?, 'plain', 'passwordReset', 9000)",
            [Data(repeating: 8, count: 32)]
        )
    }

    @Test func `accounts with a second factor or a token become confirmed, and queued mail is preserved`() async throws
    {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("auth.sqlite")
        let logger = Logger.silent
        let former = Array(AuthSchema.migrations.prefix { $0.name != "auth-11" })
        try #require(former.count < AuthSchema.migrations.count)
        // The file stays locked as long as the store exists, so it lives in a function of its own.
        func fillFormer() async throws {
            let store = try await Store.open(path, migrations: former, logger: logger)
            try await store.write { try Self.fill($0) }
            try store.close()
        }
        try await fillFormer()
        let store = try await Store.open(path, migrations: AuthSchema.migrations, logger: logger)
        let (confirmed, mails, tokens) = try await store.read { reader in
            let confirmed: [String: Int?] = Dictionary(
                uniqueKeysWithValues: try reader.rows("SELECT name, email_confirmed_at FROM account").map {
                    (try $0.value("name"), $0.optional("email_confirmed_at"))
                }
            )
            let mails: Int? = try reader.scalar("SELECT count(*) FROM mail_outbox WHERE id = 'm'")
            return (confirmed, mails, try reader.scalar("SELECT count(*) FROM mail_token") as Int?)
        }
        #expect(confirmed == ["plain": nil, "factor": 1_000, "begun": nil, "token": 1_000])
        #expect((mails, tokens) == (1, 1))
        try store.close()
    }
}
