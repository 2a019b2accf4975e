import Auth
import Calendar
import Contracts
import Foundation
import Storage
import TestSupport
import Testing

@Suite struct ExportTests {
    private static func create(
        _ auth: AuthFixture,
        _ session: Session,
        password: String = AuthFixture.password,
        key: String? = nil
    ) async throws -> AccountExport {
        let request = AuthExportsCreate(password: password)
        return try await auth.service.createExport(request, try await auth.context(of: session, key: key))
    }

    private static func download(_ auth: AuthFixture, _ session: Session, _ id: ExportID) async throws -> AccountExport
    {
        try await auth.service.downloadExport(AuthExportsGet(id: id), try await auth.context(of: session))
    }

    /// Returns the error code of a refused request.
    private static func refusal(_ body: () async throws -> AccountExport) async throws -> ErrorCode? {
        let error = await #expect(throws: ServiceError.self) { try await body() }
        return error?.code
    }

    private static func section(_ auth: AuthFixture, _ user: UserID) async throws -> String {
        let page = try await auth.store.exportPage(ExportPage(), of: user, AuthSchema.export)
        #expect(page.next == nil)
        return page.text
    }

    @Test func `every table is exported, or withheld for a stated reason`() async throws {
        try await AuthFixture.run { auth in
            let gaps = try await auth.store.exportGaps(of: AuthSchema.export)
            #expect(gaps == [])
        }
    }

    @Test func `an exported section contains the user's own data and no secrets`() async throws {
        try await AuthFixture.run { auth in
            let mine = try await auth.register(RegistrationBody(device: "Firefox"))
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org", name: "Bob Builder"))
            _ = try await auth.service.forgotPassword(AuthPasswordForgot(email: AuthFixture.email), .test())
            let created = try await Self.create(auth, mine, key: "export")
            let text = try await Self.section(auth, mine.user.id)
            let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]])
            let names = [
                "account", "roles", "sessions", "exports", "secondFactor", "wrongCodes", "personalTokens",
                "oneTimePassword", "mailToSend", "confirmations", "events", "answers",
            ]
            #expect(Set(object.keys) == Set(names))
            #expect(object["account"]?.first?["email"] as? String == AuthFixture.email)
            #expect(object["account"]?.first?["createdAt"] as? String == created.createdAt)
            #expect(object["sessions"]?.first?["device"] as? String == "Firefox")
            #expect(object["roles"]?.first?["role"] as? String == "user")
            #expect(object["exports"]?.first?["id"] as? String == created.id.description)
            #expect(object["mailToSend"]?.first?["kind"] as? String == "passwordReset")
            #expect(object["events"]?.first?["data"] is [String: Any])
            #expect(object["answers"]?.first?["method"] as? String == AuthExportsCreate.method.name)
            for secret in ["$argon2id", "hash", bob.user.id.description, "bob@example.org", "Bob Builder"] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test func `an export requires the password, and a repeated key returns the same export`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let wrong = try await Self.refusal { try await Self.create(auth, session, password: "Wrong horse") }
            #expect(wrong == .wrongCredentials)
            let export = try await Self.create(auth, session, key: "key")
            #expect(try await Self.create(auth, session, key: "key") == export)
            #expect(export.createdAt == Timestamp.text(auth.clock.now))
            #expect(export.expiresAt == Timestamp.text(auth.clock.now + Double(AuthExportsCreate.lifetimeS)))
            #expect(try await Self.download(auth, session, export.id) == export)
        }
    }

    @Test func `only the session that created an export can download it, until it ends`() async throws {
        try await AuthFixture.run { auth in
            let (mine, other) = (try await auth.register(), try await auth.login())
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            let export = try await Self.create(auth, mine)
            for otherSession in [other, bob] {
                #expect(try await Self.refusal { try await Self.download(auth, otherSession, export.id) } == .notFound)
            }
            #expect(try await Self.refusal { try await Self.download(auth, mine, .make()) } == .notFound)
            _ = try await Self.download(auth, mine, export.id)
            _ = try await auth.service.endOtherSessions(AuthSessionsEndOthers(), try await auth.context(of: other))
            #expect(try await Self.refusal { try await Self.download(auth, mine, export.id) } == .notFound)
        }
    }

    @Test func `exports per hour and downloads per export are limited`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            for _ in 0..<AuthExportsCreate.openMax { _ = try await Self.create(auth, session) }
            let error = await #expect(throws: ServiceError.self) { try await Self.create(auth, session) }
            #expect(error?.code == .tooManyRequests)
            #expect(error?.params == ["retryAfterSeconds": "\(AuthExportsCreate.lifetimeS)"])
            let export = try await Self.create(auth, bob)
            for _ in 0..<AuthExportsGet.downloadsMax { _ = try await Self.download(auth, bob, export.id) }
            #expect(try await Self.refusal { try await Self.download(auth, bob, export.id) } == .tooManyRequests)
            auth.clock.advance(seconds: Double(AuthExportsCreate.lifetimeS))
            _ = try await Self.create(auth, session)
        }
    }

    @Test func `an export is deleted after an hour, or with its account`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let export = try await Self.create(auth, session)
            let sweeper = ExportSweeper(store: auth.store, now: { auth.clock.now })
            auth.clock.advance(seconds: Double(AuthExportsCreate.lifetimeS) - 1)
            try await sweeper.sweep()
            _ = try await Self.download(auth, session, export.id)
            auth.clock.advance(seconds: 1)
            #expect(try await Self.refusal { try await Self.download(auth, session, export.id) } == .notFound)
            #expect(try await Self.count(auth) == 1)
            try await sweeper.sweep()
            #expect(try await Self.count(auth) == 0)

            _ = try await Self.create(auth, session)
            let deletion = AuthAccountDelete(password: AuthFixture.password)
            _ = try await auth.service.deleteAccount(deletion, try await auth.context(of: session))
            #expect(try await Self.count(auth) == 0)
        }
    }

    private static func count(_ auth: AuthFixture) async throws -> Int? {
        try await auth.store.read { try $0.scalar("SELECT count(*) FROM export") }
    }
}
