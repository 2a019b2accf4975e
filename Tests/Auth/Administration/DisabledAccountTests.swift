import Auth
import Calendar
import Contracts
import FoundationEssentials
import TestSupport
import Testing

/// Combinations of disabled accounts, one-time passwords and second factors.
@Suite struct DisabledAccountTests {
    private static func disable(_ auth: AuthFixture) async throws {
        try await auth.updateAsOperator(AuthFixture.email, disabled: true)
    }

    private static func oneTimePassword(_ auth: AuthFixture) async throws -> String {
        let request = AuthOperatorPasswordReset(user: AuthFixture.email)
        return try await auth.service.resetPassword(request, .test()).password
    }

    @Test func `a user disabled after the password was accepted cannot sign in with a code`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let challenge = try await auth.challenge()
            try await Self.disable(auth)
            let byApp = try await auth.refusal(of: app.code(), challenge)
            #expect(byApp?.code == .accountDisabled)
            let byRecovery = try await auth.refusal(of: app.recoveryCodes[0], challenge)
            #expect(byRecovery?.code == .accountDisabled)
            // Neither code was used up.
            try await auth.updateAsOperator(AuthFixture.email, disabled: false)
            let session = try await auth.login(try await auth.challenge(), code: app.code())
            #expect(session.recoveryCodesLeft == nil)
        }
    }

    @Test func `a personal access token is refused while its account is disabled`()
        async throws
    {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let request = AuthTokensMake(
                name: "Scales",
                scopes: [.diaryRead],
                expiresAt: Timestamp.text(auth.clock.now + 86_400)
            )
            let token = try await auth.service.makeToken(request, try await auth.context(of: session)).token
            func verify() async throws -> UserID {
                try await auth.service.verifyToken(AuthTokensVerify(token: token), .test()).user
            }
            try await Self.disable(auth)
            let code = try await refusal { _ = try await verify() }
            #expect(code == .unauthenticated)
            try await auth.updateAsOperator(AuthFixture.email, disabled: false)
            #expect(try await verify() == session.user.id)
        }
    }

    @Test func `a one-time password signs in once with the second factor`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let password = try await Self.oneTimePassword(auth)
            // After a mistyped code the user starts again with the password.
            _ = try await auth.challenge(password: password)
            let (first, second) = (
                try await auth.challenge(password: password), try await auth.challenge(password: password)
            )
            let session = try await auth.login(first, code: app.code())
            #expect(session.user.email == AuthFixture.email)
            let again = try await refusal { _ = try await auth.login(password: password) }
            #expect(again == .wrongCredentials)
            auth.clock.advance(seconds: 30)
            let late = try await auth.refusal(of: app.code(), second)
            #expect(late?.code == .unauthenticated)
        }
    }

    @Test func `an operator reset restores access after loss of both the password and the app`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            _ = try await auth.enrol(session)
            let request = AuthOperatorPasswordReset(user: AuthFixture.email, removesSecondFactor: true)
            let password = try await auth.service.resetPassword(request, .test()).password
            #expect(try await auth.login(password: password).user.id == session.user.id)
            #expect(auth.log.contains("secondFactor.off"))
        }
    }

    @Test func `a password reset by mail or by the operator revokes personal access tokens`() async throws {
        try await AuthFixture.run { auth in
            for isByMail in [true, false] {
                let session =
                    isByMail ? try await auth.register() : try await auth.login(password: "Treacherous 7 badgers")
                let request = AuthTokensMake(
                    name: "Scales",
                    scopes: [.diaryRead],
                    expiresAt: Timestamp.text(auth.clock.now + 86_400)
                )
                let token = try await auth.service.makeToken(request, try await auth.context(of: session)).token
                if isByMail {
                    try await auth.reset(try await auth.resetToken())
                } else {
                    _ = try await Self.oneTimePassword(auth)
                }
                let code = try await refusal {
                    _ = try await auth.service.verifyToken(AuthTokensVerify(token: token), .test())
                }
                #expect(code == .unauthenticated)
            }
        }
    }

    @Test func `a password reset by the operator voids earlier mail tokens`() async throws {
        try await AuthFixture.run { auth in
            _ = try await auth.register()
            let token = try await auth.resetToken()
            _ = try await Self.oneTimePassword(auth)
            let code = try await refusal { try await auth.reset(token) }
            #expect(code == .invalid)
        }
    }

    @Test func `a password reset by mail ends all sessions, and lists them for gateways`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let before = try await auth.service.endedSessions(AuthEndedSessions(after: nil), .test()).items.count
            try await auth.reset(try await auth.resetToken())
            let items = try await auth.service.endedSessions(AuthEndedSessions(after: nil), .test()).items
            #expect(items.count == before + 1)
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) != nil)
            #expect(auth.log.contains("recovery.passwordByMail"))
        }
    }
}
