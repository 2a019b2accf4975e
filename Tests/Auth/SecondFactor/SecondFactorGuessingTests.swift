import Auth
import Contracts
import Crypto
import FoundationEssentials
import Storage
import TestSupport
import Testing

@Suite struct SecondFactorGuessingTests {
    /// Sends wrong codes after the right password, in as many sign-ins as that needs.
    private static func guess(_ auth: AuthFixture, _ app: Authenticator, times: Int) async throws -> [ErrorCode?] {
        var codes: [ErrorCode?] = []
        var challenge = ""
        for number in 0..<times {
            if number % 5 == 0 { challenge = try await auth.challenge() }
            codes.append(try await auth.refusal(of: app.wrongCode, challenge)?.code)
        }
        return codes
    }

    @Test func `twenty wrong codes in a day block the right one as well`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let codes = try await Self.guess(auth, app, times: 20)
            #expect(codes == [ErrorCode?](repeating: .wrongCredentials, count: 20))
            let error = try await auth.refusal(of: app.code(), try await auth.challenge())
            #expect(error?.code == .tooManyRequests)
            #expect(error?.params["retryAfterSeconds"] == "\(24 * 3_600)")
            #expect(auth.log.warnings.count == 1)
            auth.clock.advance(days: 1)
            #expect(try await auth.refusal(of: app.code(), try await auth.challenge()) == nil)
        }
    }

    @Test func `wrong codes block neither recovery codes nor open sessions`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let app = try await auth.enrol(session)
            _ = try await Self.guess(auth, app, times: 20)
            let challenge = try await auth.challenge()
            #expect(try await auth.refusal(of: app.code(), challenge)?.code == .tooManyRequests)
            let recovered = try await auth.login(challenge, code: app.recoveryCodes[0])
            #expect(recovered.user == session.user)
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == nil)
        }
    }

    @Test func `a right code does not reset the count of wrong ones`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            _ = try await Self.guess(auth, app, times: 19)
            #expect(try await auth.refusal(of: app.code(), try await auth.challenge()) == nil)
            _ = try await Self.guess(auth, app, times: 1)
            auth.clock.advance(seconds: 30)
            #expect(try await auth.refusal(of: app.code(), try await auth.challenge())?.code == .tooManyRequests)
        }
    }

    @Test func `only twenty of thirty concurrent guesses are verified`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            var challenges: [String] = []
            for _ in 0..<6 { challenges.append(try await auth.challenge()) }
            let codes = try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
                for challenge in challenges {
                    for _ in 0..<5 { group.addTask { try await auth.refusal(of: app.wrongCode, challenge)?.code } }
                }
                return try await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(codes.count { $0 == .wrongCredentials } == 20)
            #expect(codes.count { $0 == .tooManyRequests } == 10)
        }
    }

    @Test func `a recovery code is accepted once, and the reply and the log contain the number left`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            #expect(Set(app.recoveryCodes).count == 10)
            for (number, code) in app.recoveryCodes.enumerated() {
                let challenge = try await auth.challenge()
                #expect(try await auth.login(challenge, code: code).recoveryCodesLeft == 9 - number)
                let again = try await auth.refusal(of: code, try await auth.challenge())
                #expect(again?.code == .wrongCredentials)
            }
            #expect(auth.log.warnings.count == 10)
            #expect(auth.log.warnings.first?.metadata["left"] == "9", "\(auth.log.warnings)")
            #expect(try await auth.refusal(of: app.code(), try await auth.challenge()) == nil)
        }
    }

    @Test func `one of ten concurrent sign-ins with the same recovery code succeeds`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            var challenges: [String] = []
            for _ in 0..<10 { challenges.append(try await auth.challenge()) }
            let refusals = try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
                for challenge in challenges {
                    group.addTask { try await auth.refusal(of: app.recoveryCodes[0], challenge)?.code }
                }
                return try await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(refusals.count { $0 == nil } == 1)
        }
    }

    @Test func `recovery codes have 120 bits in 24 characters`() async throws {
        try await AuthFixture.run { auth in
            let app = try await auth.enrol(try await auth.register())
            let shape = /([A-Z2-7]{4}-){5}[A-Z2-7]{4}/
            #expect(app.recoveryCodes.allSatisfy { $0.wholeMatch(of: shape) != nil })
        }
    }
}
