import Auth
import Contracts
import Foundation
import Logging
import Storage
import TestSupport
import Testing

@Suite struct SecondFactorManagementTests {
    private static func status(_ auth: AuthFixture, _ session: Session) async throws -> AuthTotpStatus.Reply {
        try await auth.service.totpStatus(AuthTotpStatus(), try await auth.context(of: session))
    }

    private static func confirm(_ auth: AuthFixture, _ session: Session, _ code: String) async throws {
        _ = try await auth.service.confirmTotp(AuthTotpConfirm(code: code), try await auth.context(of: session))
    }

    private static func remove(
        _ auth: AuthFixture,
        _ session: Session,
        _ code: String,
        password: String = AuthFixture.password
    ) async throws {
        let request = AuthTotpRemove(password: password, code: code)
        _ = try await auth.service.removeTotp(request, try await auth.context(of: session))
    }

    @Test func `the secret has 160 bits, and the URI has the otpauth format`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register(RegistrationBody(email: "ann+x@example.org"))
            let request = AuthTotpBegin(password: AuthFixture.password)
            let reply = try await auth.service.beginTotp(request, try await auth.context(of: session))
            #expect(reply.secret.wholeMatch(of: /[A-Z2-7]{32}/) != nil)
            #expect(
                reply.uri == "otpauth://totp/Mealwire:ann%2Bx%40example.org?secret=\(reply.secret)"
                    + "&issuer=Mealwire&algorithm=SHA1&digits=6&period=30"
            )
            let again = try await auth.service.beginTotp(request, try await auth.context(of: session))
            #expect(again.secret != reply.secret)
        }
    }

    @Test func `no sign-in requires a code before one was confirmed`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            #expect(try await Self.status(auth, session) == .init(enabled: false, recoveryCodesLeft: 0))
            let app = try await auth.begin(session)
            #expect(try await auth.login().user == session.user)
            let wrong = try await refusal { try await Self.confirm(auth, session, app.wrongCode) }
            #expect(wrong == .wrongCredentials)
            #expect(try await auth.login().user == session.user)
            try await Self.confirm(auth, session, app.code())
            _ = try await auth.challenge()
            #expect(try await Self.status(auth, session) == .init(enabled: true, recoveryCodesLeft: 10))
        }
    }

    @Test func `a new secret replaces an unconfirmed one, and conflicts with a confirmed one`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let first = try await auth.begin(session)
            let second = try await auth.begin(session)
            let old = try await refusal { try await Self.confirm(auth, session, first.code()) }
            #expect(old == .wrongCredentials)
            try await Self.confirm(auth, session, second.code())
            let begun = try await refusal { _ = try await auth.begin(session) }
            #expect(begun == .conflict)
            auth.clock.advance(seconds: 30)
            let confirmed = try await refusal { try await Self.confirm(auth, session, second.code()) }
            #expect(confirmed == .conflict)
        }
    }

    @Test func `an unconfirmed secret expires after an hour, and a missing one is not found`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let never = try await refusal { try await Self.confirm(auth, session, "123456") }
            #expect(never == .notFound)
            let app = try await auth.begin(session)
            auth.clock.advance(seconds: 3_600)
            let late = try await refusal { try await Self.confirm(auth, session, app.code()) }
            #expect(late == .notFound)
        }
    }

    @Test func `a second factor requires the password, and ten wrong ones block it`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for _ in 0..<10 {
                let code = try await refusal { _ = try await auth.begin(session, password: "Wrong horse") }
                #expect(code == .wrongCredentials)
            }
            let code = try await refusal { _ = try await auth.begin(session) }
            #expect(code == .tooManyRequests)
        }
    }

    @Test func `removal requires password and code, and sign-ins then need no code`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let app = try await auth.enrol(session)
            let challenge = try await auth.challenge()
            let wrongPassword = try await refusal {
                try await Self.remove(auth, session, app.code(), password: "Wrong horse")
            }
            #expect(wrongPassword == .wrongCredentials)
            let wrongCode = try await refusal { try await Self.remove(auth, session, app.wrongCode) }
            #expect(wrongCode == .wrongCredentials)
            #expect(try await Self.status(auth, session).enabled)
            try await Self.remove(auth, session, app.code())
            #expect(try await auth.login().user == session.user)
            auth.clock.advance(seconds: 30)
            #expect(try await auth.refusal(of: app.code(), challenge)?.code == .unauthenticated)
            let again = try await refusal { try await Self.remove(auth, session, app.code()) }
            #expect(again == .notFound)
        }
    }

    @Test func `a recovery code removes the second factor with all recovery codes`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let app = try await auth.enrol(session)
            try await Self.remove(auth, session, app.recoveryCodes[3])
            #expect(try await Self.status(auth, session) == .init(enabled: false, recoveryCodesLeft: 0))
            let renewed = try await auth.enrol(session)
            let old = try await auth.refusal(of: app.recoveryCodes[4], try await auth.challenge())
            #expect(old?.code == .wrongCredentials)
            #expect(try await auth.refusal(of: renewed.recoveryCodes[4], try await auth.challenge()) == nil)
        }
    }

    @Test func `an access token of an ended session cannot change the second factor`() async throws {
        try await AuthFixture.run { auth in
            let (session, other) = (try await auth.register(), try await auth.login())
            let app = try await auth.begin(session)
            let context = try await auth.context(of: session)
            _ = try await auth.service.endOtherSessions(AuthSessionsEndOthers(), try await auth.context(of: other))
            let codes = [
                try await refusal { try await Self.confirm(auth, session, app.code()) },
                try await refusal {
                    _ = try await auth.service.beginTotp(AuthTotpBegin(password: AuthFixture.password), context)
                },
            ]
            #expect(codes == [.unauthenticated, .unauthenticated])
        }
    }

    @Test func `secrets, codes and challenges are neither in the files nor in the log`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let request = AuthTotpBegin(password: AuthFixture.password)
            let secret = try await auth.service.beginTotp(request, try await auth.context(of: session)).secret
            let app = try Authenticator(secret: secret, auth.clock)
            let codes = try await auth.service.confirmTotp(
                AuthTotpConfirm(code: app.code()),
                try await auth.context(of: session)
            ).recoveryCodes
            let challenge = try await auth.challenge()
            _ = try await auth.login(challenge, code: codes[0])
            let texts = codes + codes.map { $0.replacing("-", with: "") } + [secret, challenge]
            for text in texts {
                #expect(try !auth.directory.filesContain(text))
                #expect(!auth.log.contains(text))
            }
            let stored = try await auth.store.read { try $0.scalar("SELECT sealed_secret FROM totp") as Data? }
            let sealed = try #require(stored)
            let user = session.user.id
            let opened = try #require(AuthFixture.sealingKey.open(sealed, of: user))
            #expect(Base32.text(opened) == secret)
            #expect(try !auth.directory.filesContain(Array(opened)))
        }
    }

    @Test func `without the sealing key app codes are refused, and recovery codes still sign in`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let service = try await AuthService.start(
                store: auth.store,
                settings: .quick,
                sealingKey: .make(),
                logger: auth.log.logger,
                securityLogger: auth.log.logger,
                now: { auth.clock.now }
            )
            let challenge = try await auth.challenge()
            let code = try await refusal {
                _ = try await service.loginTotp(AuthLoginTotp(challenge: challenge, code: app.code()), .test())
            }
            #expect(code == .wrongCredentials)
            #expect(auth.log.lines.contains { $0.level == .error })
            let recovery = AuthLoginTotp(challenge: challenge, code: app.recoveryCodes[0])
            #expect(try await service.loginTotp(recovery, .test()).recoveryCodesLeft == 9)
        }
    }

    @Test func `a deleted account leaves no rows of its second factor`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let app = try await auth.enrol(session)
            _ = try await auth.refusal(of: app.wrongCode, try await auth.challenge())
            let tables = ["totp", "recovery_code", "login_challenge", "totp_failure"]
            #expect(try await rows(in: tables, auth) == [1, 10, 1, 1])
            let request = AuthAccountDelete(password: AuthFixture.password)
            _ = try await auth.service.deleteAccount(request, try await auth.context(of: session))
            #expect(try await rows(in: tables, auth) == [0, 0, 0, 0])
        }
    }

    private func rows(in tables: [String], _ auth: AuthFixture) async throws -> [Int?] {
        try await auth.store.read { reader in
            try tables.map { try reader.scalar("SELECT count(*) FROM \($0)", as: Int.self) }
        }
    }
}
