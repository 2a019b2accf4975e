import Auth
import Contracts
import Storage
import TestSupport
import Testing

@Suite struct SecondFactorLoginTests {
    @Test func `a right password returns a challenge, and a code then signs in`() async throws {
        try await AuthFixture.run { auth in
            let registered = try await auth.register()
            let app = try await auth.enrol(registered)
            let session = try await auth.login(try await auth.challenge(), code: app.code(), on: "Firefox")
            #expect(session.user == registered.user)
            #expect(session.recoveryCodesLeft == nil)
            #expect(try await auth.sessions(session).items.first?.device == "Firefox")
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == nil)
            let wrong = try await refusal { _ = try await auth.login(password: "Wrong horse") }
            #expect(wrong == .wrongCredentials)
        }
    }

    @Test func `each code signs in once within the tolerated clock difference`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let (previous, code) = (app.code(-1), app.code())
            #expect(try await auth.refusal(of: code, try await auth.challenge()) == nil)
            auth.clock.advance(seconds: 30)
            for used in [code, previous] {
                #expect(try await auth.refusal(of: used, try await auth.challenge())?.code == .wrongCredentials)
            }
            #expect(try await auth.refusal(of: app.code(1), try await auth.challenge()) == nil)
            #expect(try await auth.refusal(of: app.code(), try await auth.challenge())?.code == .wrongCredentials)
        }
    }

    @Test func `the code that enabled the second factor does not sign in`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            #expect(try await auth.refusal(of: app.code(-1), try await auth.challenge())?.code == .wrongCredentials)
        }
    }

    @Test func `one of ten concurrent sign-ins with the same code succeeds`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            var challenges: [String] = []
            for _ in 0..<10 { challenges.append(try await auth.challenge()) }
            let code = app.code()
            let refusals = try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
                for challenge in challenges {
                    group.addTask { try await auth.refusal(of: code, challenge)?.code }
                }
                return try await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(refusals.count { $0 == nil } == 1)
            #expect(refusals.count { $0 == .wrongCredentials } == 9)
        }
    }

    @Test func `five wrong codes end a challenge, and each error contains the attempts left`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let challenge = try await auth.challenge()
            for left in [4, 3, 2, 1, 0] {
                let error = try await auth.refusal(of: app.wrongCode, challenge)
                #expect(error?.code == .wrongCredentials)
                #expect(error?.params["attemptsLeft"] == "\(left)")
            }
            #expect(try await auth.refusal(of: app.code(), challenge)?.code == .unauthenticated)
            #expect(try await auth.refusal(of: app.code(), try await auth.challenge()) == nil)
        }
    }

    @Test func `a challenge is valid for five minutes and one sign-in`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let late = try await auth.challenge()
            auth.clock.advance(seconds: 299)
            let challenge = try await auth.challenge()
            auth.clock.advance(seconds: 1)
            #expect(try await auth.refusal(of: app.code(), late)?.code == .unauthenticated)
            #expect(try await auth.refusal(of: app.code(), challenge) == nil)
            auth.clock.advance(seconds: 30)
            #expect(try await auth.refusal(of: app.code(), challenge)?.code == .unauthenticated)
        }
    }

    @Test func `a challenge rejects codes of another user`() async throws {
        try await AuthFixture.run { auth in
            let ann = try await auth.enrol(try await auth.register())
            let bob = try await auth.enrol(try await auth.register(RegistrationBody(email: "bob@example.org")))
            let challenge = try await auth.challenge()
            for code in [bob.code(), bob.recoveryCodes[0]] {
                #expect(try await auth.refusal(of: code, challenge)?.code == .wrongCredentials)
            }
            let session = try await auth.login(challenge, code: ann.code())
            #expect(session.user.email == AuthFixture.email)
        }
    }

    @Test func `a password change voids earlier challenges`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let app = try await auth.enrol(session)
            let challenge = try await auth.challenge()
            let change = AuthPasswordChange(
                currentPassword: AuthFixture.password,
                password: "Treacherous 7 badgers",
                passwordConfirmation: "Treacherous 7 badgers"
            )
            _ = try await auth.service.changePassword(change, try await auth.context(of: session))
            #expect(try await auth.refusal(of: app.code(), challenge)?.code == .unauthenticated)
            let renewed = try await auth.challenge(password: "Treacherous 7 badgers")
            #expect(try await auth.refusal(of: app.code(), renewed) == nil)
        }
    }

    @Test(arguments: ["", "nonsense", String(repeating: "A", count: 43)])
    func `a malformed or unknown challenge is refused`(challenge: String) async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            #expect(try await auth.refusal(of: app.code(), challenge)?.code == .unauthenticated)
        }
    }

    @Test(arguments: ["", "12345", "1234567", "１２３４５６", "not a code", String(repeating: "1 ", count: 40)])
    func `a malformed code is invalid, and does not count as an attempt`(code: String) async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let challenge = try await auth.challenge()
            let error = try await auth.refusal(of: code, challenge)
            #expect(error?.details.map(\.field) == ["code"])
            #expect(try await auth.refusal(of: app.wrongCode, challenge)?.params["attemptsLeft"] == "4")
        }
    }

    @Test func `codes are accepted with spaces and in any case`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let code = app.code()
            #expect(
                try await auth.refusal(of: " \(code.prefix(3)) \(code.suffix(3))", try await auth.challenge()) == nil
            )
            let typed = app.recoveryCodes[0].lowercased().replacing("-", with: " ")
            #expect(try await auth.refusal(of: typed, try await auth.challenge()) == nil)
        }
    }
}
