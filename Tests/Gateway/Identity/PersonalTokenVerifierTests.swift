import Contracts
import Gateway
import Synchronization
import TestSupport
import Testing

struct PersonalTokenVerifierTests {
    private static let token = PersonalTokenText.text(random: Array(repeating: UInt8(ascii: "a"), count: 32))
    private static let other = PersonalTokenText.text(random: Array(repeating: UInt8(ascii: "b"), count: 32))
    private static let second: UInt64 = 1_000_000_000

    /// An auth service that counts requests, and takes time to answer.
    private final class Auth: Sendable {
        let id = TokenID.make()
        let user = UserID.make()
        private let clock = TestClock()
        private let state = Mutex((asked: 0, answerTakesNs: UInt64(0)))
        private let error = Mutex<ServiceError?>(nil)

        var asked: Int { state.withLock { $0.asked } }

        func advance(_ nanoseconds: UInt64) { clock.advance(nanoseconds: nanoseconds) }
        func takes(_ nanoseconds: UInt64) { state.withLock { $0.answerTakesNs = nanoseconds } }
        func fails(_ error: ServiceError?) { self.error.withLock { $0 = error } }

        var verifier: PersonalTokenVerifier {
            PersonalTokenVerifier(
                ask: { _ throws(ServiceError) in try self.answer() },
                now: { self.clock.monotonicNanoseconds }
            )
        }

        private func answer() throws(ServiceError) -> AuthTokensVerify.Reply {
            let answerTakesNs = state.withLock { state in
                state.asked += 1
                return state.answerTakesNs
            }
            clock.advance(nanoseconds: answerTakesNs)
            if let error = error.withLock({ $0 }) { throw error }
            return AuthTokensVerify.Reply(id: id, user: user, scopes: ["diary:read", "future:read"])
        }
    }

    @Test func `a refused token is not verified again for ten seconds`() async {
        let auth = Auth()
        let verifier = auth.verifier
        auth.fails(ServiceError(.unauthenticated, "no"))
        for _ in 0..<5 { #expect(await Self.refusal(verifier)?.code == .unauthenticated) }
        #expect(auth.asked == 1)
        auth.advance(10 * Self.second)
        auth.fails(nil)
        #expect(await Self.refusal(verifier) == nil)
        #expect(auth.asked == 2)
    }

    private static func refusal(
        _ verifier: PersonalTokenVerifier,
        _ token: String = token,
        for scope: Scope? = .diaryRead
    ) async -> ServiceError? {
        do {
            _ = try await verifier.principal(of: token, for: scope)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a token acts for its owner as a plain user, without a session`() async throws {
        let auth = Auth()
        let principal = try await auth.verifier.principal(of: Self.token, for: .diaryRead)
        #expect(principal == Principal(user: auth.user, roles: [.user], session: SessionID(auth.id.uuid)))
    }

    @Test func `auth is called once a second for each token`() async throws {
        let auth = Auth()
        let verifier = auth.verifier
        for _ in 0..<10 {
            _ = try await verifier.principal(of: Self.token, for: .diaryRead)
            auth.advance(Self.second / 10 - 1)
        }
        #expect(auth.asked == 1)
        _ = try await verifier.principal(of: Self.other, for: .diaryRead)
        #expect(auth.asked == 2)
        auth.advance(10)
        _ = try await verifier.principal(of: Self.token, for: .diaryRead)
        #expect(auth.asked == 3)
    }

    @Test func `a revoked token is refused a second after the last call to auth began`() async throws {
        let auth = Auth()
        let verifier = auth.verifier
        auth.takes(Self.second / 2)
        _ = try await verifier.principal(of: Self.token, for: .diaryRead)
        auth.fails(ServiceError(.unauthenticated, "It was revoked."))
        auth.advance(Self.second / 2 - 1)
        #expect(await Self.refusal(verifier) == nil)
        auth.advance(1)
        #expect(await Self.refusal(verifier)?.code == .unauthenticated)
        #expect(await Self.refusal(verifier)?.code == .unauthenticated)
    }

    @Test func `a missing scope is named, and a route without a scope refuses the token`() async {
        let verifier = Auth().verifier
        for scope in Scope.allCases where scope != .diaryRead {
            let error = await Self.refusal(verifier, for: scope)
            #expect(error?.code == .forbidden)
            #expect(error?.message.contains(scope.rawValue) == true)
            #expect(error?.params == ["scope": scope.rawValue])
        }
        #expect(await Self.refusal(verifier, for: nil)?.code == .forbidden)
    }

    @Test func `only tokens without a recent confirmation are counted before the call to auth`() async throws {
        let auth = Auth()
        let verifier = auth.verifier
        let refused = ServiceError(.tooManyRequests, "Too many.")
        _ = try await verifier.principal(of: Self.token, for: .diaryRead)
        auth.advance(2 * Self.second)
        _ = try await verifier.principal(of: Self.token, for: .diaryRead) { () throws(ServiceError) in throw refused }
        #expect(auth.asked == 2)
        let error = await #expect(throws: ServiceError.self) {
            try await verifier.principal(of: Self.other, for: .diaryRead) { () throws(ServiceError) in throw refused }
        }
        #expect(error == refused)
        #expect(auth.asked == 2)
    }

    @Test func `auth is not called for a malformed token`() async {
        let auth = Auth()
        let verifier = auth.verifier
        for wrong in ["mealwire_pat_", Self.token + "a", String(Self.token.dropLast()) + "!"] {
            #expect(await Self.refusal(verifier, wrong)?.code == .unauthenticated)
        }
        #expect(auth.asked == 0)
    }

    @Test func `while auth is unavailable, no token is refused as forged and no old answer is used`() async throws {
        let auth = Auth()
        let verifier = auth.verifier
        _ = try await verifier.principal(of: Self.token, for: .diaryRead)
        auth.fails(ServiceError(.unavailable, "Auth is away."))
        auth.advance(Self.second)
        #expect(await Self.refusal(verifier)?.code == .unavailable)
        auth.fails(nil)
        #expect(await Self.refusal(verifier) == nil)
    }
}
