package import Contracts
import Synchronization

/// Authenticates requests with personal access tokens, which only auth can verify.
///
/// An answer of auth is valid for a second from before the call. So a busy script causes one call a second. A token
/// that is revoked or expired, or has a deleted account, is refused after a second at the latest. This needs no
/// notification, which could get lost.
package final class PersonalTokenVerifier: Sendable {
    /// Calls auth.
    package typealias Ask = @Sendable (AuthTokensVerify) async throws(ServiceError) -> AuthTokensVerify.Reply

    /// The validity of an answer, in nanoseconds.
    package static let answerLifetimeNs: UInt64 = 1_000_000_000
    /// The time during which a refused token is not verified again, in nanoseconds.
    ///
    /// A script may continue for days with a revoked token. If an account is enabled again, its tokens work after this
    /// time.
    package static let refusalLifetimeNs: UInt64 = 10_000_000_000
    /// The maximum of cached answers; each takes some hundred bytes.
    private static let cacheMax = 10_000

    private struct Answer {
        let token: AuthTokensVerify.Reply
        let askedAt: UInt64

        /// Another request may have asked later than `now`, so this must not subtract.
        func isValid(at now: UInt64) -> Bool { now < askedAt + answerLifetimeNs }
    }

    private let ask: Ask
    private let now: @Sendable () -> UInt64
    private let answers = Mutex<[String: Answer]>([:])
    /// The time at which each refused token was verified; at most `cacheMax`.
    private let refusals = Mutex<[String: UInt64]>([:])

    /// Makes a verifier with an empty cache.
    ///
    /// - Parameters:
    ///   - ask: Calls auth.
    ///   - now: Returns monotonic time in nanoseconds.
    package init(ask: @escaping Ask, now: @escaping @Sendable () -> UInt64 = Deadline.monotonicNanoseconds) {
        self.ask = ask
        self.now = now
    }

    /// Returns true if a bearer token is a personal access token.
    package static func isPersonalToken(_ token: String) -> Bool { token.hasPrefix(PersonalTokenText.prefix) }

    /// Returns the owner of a token, if the token allows the request.
    ///
    /// The principal has only the role of a user, whatever the owner's roles, so a script has no staff rights. Its
    /// session is the token's id, which no real session has.
    ///
    /// - Parameters:
    ///   - token: The token as sent.
    ///   - scope: The scope that the route requires; nil if the route accepts no personal access token.
    ///   - admit: Counts a call for a token that auth has not confirmed lately; throws if its client causes too many.
    /// - Returns: The token's owner.
    /// - Throws: `unauthenticated` for a token that is not valid, `forbidden` if the scope is missing, and errors of
    ///   `admit` and of the call.
    package func principal(
        of token: String,
        for scope: Scope?,
        admit: () throws(ServiceError) -> Void = {}
    ) async throws(ServiceError) -> Principal {
        let verified = try await verified(token, admit)
        guard let scope else {
            throw ServiceError(.forbidden, "No personal access token may do this; sign in instead.")
        }
        guard verified.scopes.contains(scope.rawValue) else {
            throw ServiceError(
                .forbidden,
                "This needs the scope \(scope.rawValue), which this token does not have.",
                params: ["scope": scope.rawValue]
            )
        }
        return Principal(user: verified.user, roles: [.user], session: SessionID(verified.id.uuid))
    }

    private func verified(
        _ token: String,
        _ admit: () throws(ServiceError) -> Void
    ) async throws(ServiceError) -> AuthTokensVerify.Reply {
        guard PersonalTokenText.isWellFormed(token) else {
            throw ServiceError(.unauthenticated, "This token is incomplete, or was not issued by this server.")
        }
        let askedAt = now()
        if let refusedAt = refusals.withLock({ $0[token] }), askedAt < refusedAt + Self.refusalLifetimeNs {
            throw Self.unknown
        }
        if let answer = answers.withLock({ $0[token] }) {
            if answer.isValid(at: askedAt) { return answer.token }
        } else {
            try admit()
        }
        do {
            let reply = try await ask(AuthTokensVerify(token: token))
            store(Answer(token: reply, askedAt: askedAt), of: token)
            return reply
        } catch {
            guard error.code == .unauthenticated else { throw error }
            answers.withLock { _ = $0.removeValue(forKey: token) }
            storeRefusal(of: token, askedAt: askedAt)
            throw error
        }
    }

    private static let unknown = ServiceError(
        .unauthenticated,
        "This token was revoked, has expired, or is not one of this server's."
    )

    private func storeRefusal(of token: String, askedAt: UInt64) {
        refusals.withLock { refusals in
            if refusals.count >= Self.cacheMax {
                refusals = refusals.filter { askedAt < $0.value + Self.refusalLifetimeNs }
                if refusals.count >= Self.cacheMax { refusals.removeAll(keepingCapacity: true) }
            }
            refusals[token] = askedAt
        }
    }

    /// Stores the newest answer: of two concurrent calls, the older may end last.
    private func store(_ answer: Answer, of token: String) {
        answers.withLock { answers in
            if let other = answers[token], other.askedAt > answer.askedAt { return }
            if answers.count >= Self.cacheMax {
                answers = answers.filter { $0.value.isValid(at: answer.askedAt) }
                if answers.count >= Self.cacheMax { answers.removeAll(keepingCapacity: true) }
            }
            answers[token] = answer
        }
    }
}
