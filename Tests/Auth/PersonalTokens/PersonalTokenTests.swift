import Auth
import Calendar
import Contracts
import Foundation
import Storage
import TestSupport
import Testing

@Suite struct PersonalTokenTests {
    private static func make(
        _ auth: AuthFixture,
        _ session: Session,
        name: String = "Scales",
        scopes: [Scope] = [.diaryRead],
        days: Double = 30,
        password: String? = nil,
        code: String? = nil
    ) async throws -> AuthTokensMake.Reply {
        let expiresAt = Timestamp.text(auth.clock.now + days * 86_400)
        let request = AuthTokensMake(
            name: name,
            scopes: scopes,
            expiresAt: expiresAt,
            password: password,
            code: code
        )
        return try await auth.service.makeToken(request, try await auth.context(of: session))
    }

    private static func list(_ auth: AuthFixture, _ session: Session) async throws -> [PersonalToken] {
        try await auth.service.tokens(AuthTokensList(), try await auth.context(of: session)).items
    }

    private static func revoke(_ auth: AuthFixture, _ session: Session, _ id: TokenID, key: String? = nil) async throws
    {
        _ = try await auth.service.revokeToken(AuthTokensRevoke(id: id), try await auth.context(of: session, key: key))
    }

    private static func verify(_ auth: AuthFixture, _ token: String) async throws -> AuthTokensVerify.Reply {
        try await auth.service.verifyToken(AuthTokensVerify(token: token), .test())
    }

    @Test func `a token is valid for its user and scopes until it is revoked`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let made = try await Self.make(auth, session, scopes: [.diaryWrite, .foodsRead, .diaryWrite])
            #expect(made.scopes == [.foodsRead, .diaryWrite])
            let other = try await Self.make(auth, session)
            let verified = try await Self.verify(auth, made.token)
            #expect(
                verified == .init(id: made.id, user: session.user.id, scopes: ["foods:read", "diary:write"])
            )
            try await Self.revoke(auth, session, made.id)
            let code = try await refusal { _ = try await Self.verify(auth, made.token) }
            #expect(code == .unauthenticated)
            #expect(try await Self.verify(auth, other.token).id == other.id)
        }
    }

    @Test func `a token expires at its stated time`() async throws {
        try await AuthFixture.run { auth in
            let made = try await Self.make(auth, try await auth.register(), days: 1)
            auth.clock.advance(seconds: 86_399)
            #expect(try await Self.verify(auth, made.token).id == made.id)
            auth.clock.advance(seconds: 1)
            let code = try await refusal { _ = try await Self.verify(auth, made.token) }
            #expect(code == .unauthenticated)
        }
    }

    @Test func `a list contains every detail but the secret, newest first, with the hour of the last use`() async throws
    {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let began = auth.clock.now
            let first = try await Self.make(auth, session, name: " Scales ")
            let second = try await Self.make(auth, session, name: "Watch", scopes: [.profileRead, .leaderboardRead])
            _ = try await Self.verify(auth, first.token)
            auth.clock.advance(seconds: 7_200)
            _ = try await Self.verify(auth, first.token)
            let items = try await Self.list(auth, session)
            #expect(items.map(\.id) == [second.id, first.id])
            #expect(items.map(\.name) == ["Watch", "Scales"])
            #expect(items.map(\.scopes) == [[.profileRead, .leaderboardRead], [.diaryRead]])
            #expect(items.map(\.createdAt) == [Timestamp.text(began), Timestamp.text(began)])
            #expect(items.map(\.expiresAt) == [second.expiresAt, first.expiresAt])
            let seconds = auth.clock.now.timeIntervalSince1970
            let hour = Date(timeIntervalSince1970: (seconds / 3_600).rounded(.down) * 3_600)
            #expect(items.map(\.lastUsedAt) == [nil, Timestamp.text(hour)])
        }
    }

    @Test func `a request that breaks a rule is refused`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let context = try await auth.context(of: session)
            let year = Timestamp.text(auth.clock.now + 366 * 86_400)
            let wrong: [(AuthTokensMake, [String])] = [
                (.init(name: " ", scopes: [], expiresAt: "tomorrow"), ["name", "scopes", "expiresAt"]),
                (.init(name: "a\nb", scopes: [.diaryRead], expiresAt: year), ["name"]),
                (.init(name: String(repeating: "a", count: 65), scopes: [.diaryRead], expiresAt: year), ["name"]),
                (.init(name: "a", scopes: [.diaryRead], expiresAt: Timestamp.text(auth.clock.now)), ["expiresAt"]),
                (
                    .init(
                        name: "a",
                        scopes: [.diaryRead],
                        expiresAt: Timestamp.text(auth.clock.now + 366 * 86_400 + 1)
                    ), ["expiresAt"]
                ),
            ]
            for (request, fields) in wrong {
                let error = await #expect(throws: ServiceError.self) {
                    try await auth.service.makeToken(request.checked(), context)
                }
                #expect(error?.code == .invalid)
                #expect(error?.details.map(\.field) == fields)
            }
            let right = AuthTokensMake(name: "a", scopes: [.diaryRead], expiresAt: year)
            #expect(try await auth.service.makeToken(right, context).expiresAt == year)
            let offset = AuthTokensMake(name: "a", scopes: [.diaryRead], expiresAt: "2999-01-01T00:00:00+02:00")
            let far = try await refusal { _ = try await auth.service.makeToken(offset, context) }
            #expect(far == .invalid)
        }
    }

    @Test func `a twenty-first token is refused until one expires`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            _ = try await Self.make(auth, session, days: 1)
            for _ in 0..<19 { _ = try await Self.make(auth, session) }
            let code = try await refusal { _ = try await Self.make(auth, session) }
            #expect(code == .conflict)
            auth.clock.advance(days: 1)
            #expect(try await Self.list(auth, session).count == 20)
            _ = try await Self.make(auth, session, password: AuthFixture.password)
            let again = try await refusal { _ = try await Self.make(auth, session, password: AuthFixture.password) }
            #expect(again == .conflict)
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            _ = try await Self.make(auth, bob)
        }
    }

    @Test func `an older session creates a token only with the password`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            auth.clock.advance(seconds: 15 * 60)
            let missing = try await auth.refusal { _ = try await Self.make(auth, session) }
            #expect(missing.code == .forbidden)
            #expect(missing.params == ["reason": "passwordRequired"])
            let wrong = try await refusal { _ = try await Self.make(auth, session, password: "Wrong horse") }
            #expect(wrong == .wrongCredentials)
            #expect(try await Self.list(auth, session).isEmpty)
            _ = try await Self.make(auth, session, password: AuthFixture.password)
            #expect(try await Self.list(auth, session).count == 1)
        }
    }

    @Test func `an older session with a second factor needs password and code to create a token`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let app = try await auth.enrol(session)
            auth.clock.advance(seconds: 15 * 60)
            let password = AuthFixture.password
            let missing = try await auth.refusal { _ = try await Self.make(auth, session, password: password) }
            #expect(missing.code == .forbidden)
            #expect(missing.params == ["reason": "codeRequired"])
            let wrong = try await refusal {
                _ = try await Self.make(auth, session, password: password, code: app.wrongCode)
            }
            #expect(wrong == .wrongCredentials)
            _ = try await Self.make(auth, session, password: password, code: app.code())
            let again = try await refusal {
                _ = try await Self.make(auth, session, password: password, code: app.code())
            }
            #expect(again == .wrongCredentials)
            #expect(try await Self.list(auth, session).count == 1)
        }
    }

    @Test(arguments: [true, false])
    func `a password change revokes tokens only if requested`(revokes: Bool) async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let token = try await Self.make(auth, session)
            let request = AuthPasswordChange(
                currentPassword: AuthFixture.password,
                password: "Treacherous 7 badgers",
                passwordConfirmation: "Treacherous 7 badgers",
                revokeTokens: revokes
            )
            _ = try await auth.service.changePassword(request, try await auth.context(of: session, key: "key"))
            let code = try await refusal { _ = try await Self.verify(auth, token.token) }
            #expect(code == (revokes ? .unauthenticated : nil))
        }
    }

    @Test func `a new token sends a notice, ten an hour at most`() async throws {
        try await AuthFixture.run { auth in
            let (session, mailbox) = (try await auth.register(), Mailbox())
            let token = try await Self.make(auth, session)
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(mailbox.messages(to: AuthFixture.email).count == 1)
            #expect(mailbox.messages[0].contains("Subject: An access token was created"))
            #expect(!mailbox.messages[0].contains(token.token))
            for _ in 0..<15 {
                try await Self.revoke(auth, session, try await Self.make(auth, session).id)
                try await auth.dispatcher(to: mailbox).sendDue()
            }
            #expect(mailbox.messages.count == 10)
        }
    }

    @Test func `a token is visible to and revocable by its owner only`() async throws {
        try await AuthFixture.run { auth in
            let ann = try await auth.register()
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            let token = try await Self.make(auth, ann)
            #expect(try await Self.list(auth, bob).isEmpty)
            let code = try await refusal { try await Self.revoke(auth, bob, token.id) }
            #expect(code == .notFound)
            #expect(try await Self.verify(auth, token.token).user == ann.user.id)
        }
    }

    @Test func `a repeated revocation succeeds with the same key, and is not found without one`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let token = try await Self.make(auth, session)
            try await Self.revoke(auth, session, token.id, key: "key")
            try await Self.revoke(auth, session, token.id, key: "key")
            let code = try await refusal { try await Self.revoke(auth, session, token.id) }
            #expect(code == .notFound)
        }
    }

    /// The gateway refuses such requests already; auth does not rely on that.
    @Test func `neither a token nor an ended session can create or revoke tokens`() async throws {
        try await AuthFixture.run { auth in
            let (session, other) = (try await auth.register(), try await auth.login())
            let token = try await Self.make(auth, session)
            let script = Principal(user: session.user.id, roles: [.user], session: SessionID(token.id.uuid))
            let request = AuthTokensMake(name: "More", scopes: [.diaryRead], expiresAt: token.expiresAt)
            let over = try await auth.context(of: other)
            _ = try await auth.service.endOtherSessions(AuthSessionsEndOthers(), try await auth.context(of: session))
            for context in [RequestContext.test(principal: script), over] {
                let made = try await refusal { _ = try await auth.service.makeToken(request, context) }
                #expect(made == .unauthenticated)
                let revoked = try await refusal {
                    _ = try await auth.service.revokeToken(AuthTokensRevoke(id: token.id), context)
                }
                #expect(revoked == .unauthenticated)
            }
            #expect(try await Self.list(auth, session).map(\.id) == [token.id])
        }
    }

    @Test func `no secret is in the files or the log, and no token remains after account deletion`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let token = try await Self.make(auth, session, name: "Unusual scales")
            _ = try await Self.verify(auth, token.token)
            let random = token.token.dropFirst("mealwire_pat_".count).dropLast(6)
            #expect(try auth.directory.filesContain("Unusual scales"))
            #expect(try !auth.directory.filesContain(random))
            #expect(!auth.log.contains(random))
            let request = AuthAccountDelete(password: AuthFixture.password)
            _ = try await auth.service.deleteAccount(request, try await auth.context(of: session))
            let code = try await refusal { _ = try await Self.verify(auth, token.token) }
            #expect(code == .unauthenticated)
            #expect(try await auth.store.cleanUp())
            #expect(try await auth.store.rebuild())
            #expect(try !auth.directory.filesContain("Unusual scales"))
        }
    }
}
