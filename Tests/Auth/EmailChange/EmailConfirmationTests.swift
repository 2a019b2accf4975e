import Auth
import Calendar
import Contracts
import Foundation
import TestSupport
import Testing

/// An account with an unconfirmed address may belong to another person than the address.
@Suite struct EmailConfirmationTests {
    private static var settings: AuthSettings {
        var settings = AuthSettings.quick
        settings.requiresEmailConfirmation = true
        return settings
    }

    private static func makeToken(_ auth: AuthFixture, _ session: Session) async throws -> AuthTokensMake.Reply {
        let expiresAt = Timestamp.text(auth.clock.now + 86_400)
        return try await auth.service.makeToken(
            AuthTokensMake(name: "Scales", scopes: [.diaryRead], expiresAt: expiresAt),
            try await auth.context(of: session)
        )
    }

    @Test func `an account with outgoing mail needs a confirmed address for a second factor and tokens`() async throws {
        try await AuthFixture.run(Self.settings) { auth in
            let (session, mailbox) = (try await auth.register(), Mailbox())
            let errors = [
                try await auth.refusal { _ = try await auth.begin(session) },
                try await auth.refusal { _ = try await Self.makeToken(auth, session) },
            ]
            for error in errors {
                #expect(error.code == .forbidden)
                #expect(error.params == ["reason": "emailUnconfirmed"])
            }
            try await auth.dispatcher(to: mailbox).sendDue()
            let token = try mailbox.token(to: AuthFixture.email)
            try await auth.confirmEmail(token)
            _ = try await auth.begin(session)
            _ = try await Self.makeToken(auth, session)
            let error = try await auth.refusal { try await auth.confirmEmail(token) }
            #expect(error.code == .invalid)
        }
    }

    @Test func `the confirmation mail can be requested again`() async throws {
        try await AuthFixture.run(Self.settings) { auth in
            let (session, mailbox) = (try await auth.register(), Mailbox())
            try await auth.dispatcher(to: mailbox).sendDue()
            auth.clock.advance(seconds: 3_601)
            try await auth.changeEmail(session, to: AuthFixture.email)
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(mailbox.messages.count == 2)
            try await auth.confirmEmail(try mailbox.token(to: AuthFixture.email))
            let error = try await auth.refusal { try await auth.changeEmail(session, to: AuthFixture.email) }
            #expect(error.code == .invalid)
        }
    }

    @Test func `an account without outgoing mail needs no confirmed address`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            _ = try await auth.begin(session)
            _ = try await Self.makeToken(auth, session)
        }
    }

    @Test func `the first reset of an unconfirmed address removes a second factor and tokens`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let made = try await Self.makeToken(auth, session)
            _ = try await auth.enrol(session)
            try await auth.reset(try await auth.resetToken())
            let owner = try await auth.login(password: "Treacherous 7 badgers")
            #expect(owner.user == session.user)
            let error = try await auth.refusal {
                _ = try await auth.service.verifyToken(AuthTokensVerify(token: made.token), .test())
            }
            #expect(error.code == .unauthenticated)
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == .unauthenticated)
        }
    }

    @Test func `a later reset preserves the second factor of a confirmed address`() async throws {
        try await AuthFixture.run { auth in
            let mailbox = Mailbox()
            try await auth.register()
            try await auth.reset(try await auth.resetToken(mailbox))
            let session = try await auth.login(password: "Treacherous 7 badgers")
            _ = try await auth.enrol(session, password: "Treacherous 7 badgers")
            try await auth.reset(try await auth.resetToken(mailbox), to: "Obedient 7 badgers")
            _ = try await auth.challenge(password: "Obedient 7 badgers")
        }
    }
}
