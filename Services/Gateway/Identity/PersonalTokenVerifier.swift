package import Contracts
import Synchronization

/// Says who calls by a personal access token, which auth alone knows.
///
/// What auth has answered holds for a second, counted from before it was asked: so a script that calls often asks once a
/// second, and a token that was revoked, has expired or whose account is gone is refused after a second at the latest,
/// without any news that could get lost.
package final class PersonalTokenVerifier: Sendable {
    /// How to ask auth.
    package typealias Ask = @Sendable (AuthTokensVerify) async throws(ServiceError) -> AuthTokensVerify.Reply

    /// In nanoseconds.
    package static let answerLifetimeNs: UInt64 = 1_000_000_000
    /// For how long a refused token is not asked about again, in nanoseconds.
    ///
    /// A script may go on for days with a token that was revoked. A token of an account that is enabled again works
    /// after that time.
    package static let refusalLifetimeNs: UInt64 = 10_000_000_000
    /// Answers that are remembered; each takes some hundred bytes.
    private static let cacheMax = 10_000

    private struct Answer {
        let token: AuthTokensVerify.Reply
        let askedAt: UInt64

        /// Another request may have asked later than `now`, so nothing is subtracted.
        func isInForce(at now: UInt64) -> Bool { now < askedAt + answerLifetimeNs }
    }

    private let ask: Ask
    private let now: @Sendable () -> UInt64
    private let answers = Mutex<[String: Answer]>([:])
    /// When each refused token was asked about; at most `cacheMax`.
    private let refusals = Mutex<[String: UInt64]>([:])

    /// Makes it.
    ///
    /// - Parameters:
    ///   - ask: How to ask auth.
    ///   - now: A clock that never goes back, in nanoseconds.
    package init(ask: @escaping Ask, now: @escaping @Sendable () -> UInt64 = Deadline.monotonicNanoseconds) {
        self.ask = ask
        self.now = now
    }

    /// Whether a bearer token is one of this kind.
    package static func isMeant(by token: String) -> Bool { token.hasPrefix(PersonalTokenText.prefix) }

    /// The caller that a token names, if it may do what is asked.
    ///
    /// They are a plain user, whatever their roles: no script inherits what staff may do. Their session is the token's id,
    /// which is no session's.
    ///
    /// - Parameters:
    ///   - token: As the request has it.
    ///   - scope: What the route needs; nil if no token may do it.
    ///   - admit: Counts a question about a token that auth has not confirmed lately, and throws if its client asks too many.
    /// - Returns: The token's owner.
    /// - Throws: `unauthenticated` for what is no token in force, `forbidden` where the scope is missing, and what `admit`
    ///   and asking throw.
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
            throw ServiceError(.unauthenticated, "This token is not complete, or not one of this server's.")
        }
        let askedAt = now()
        if let refusedAt = refusals.withLock({ $0[token] }), askedAt < refusedAt + Self.refusalLifetimeNs {
            throw Self.unknown
        }
        if let answer = answers.withLock({ $0[token] }) {
            if answer.isInForce(at: askedAt) { return answer.token }
        } else {
            try admit()
        }
        do {
            let reply = try await ask(AuthTokensVerify(token: token))
            remember(Answer(token: reply, askedAt: askedAt), of: token)
            return reply
        } catch {
            guard error.code == .unauthenticated else { throw error }
            answers.withLock { _ = $0.removeValue(forKey: token) }
            rememberRefusal(of: token, askedAt: askedAt)
            throw error
        }
    }

    private static let unknown = ServiceError(
        .unauthenticated,
        "This token was revoked, has expired, or is not one of this server's."
    )

    private func rememberRefusal(of token: String, askedAt: UInt64) {
        refusals.withLock { refusals in
            if refusals.count >= Self.cacheMax {
                refusals = refusals.filter { askedAt < $0.value + Self.refusalLifetimeNs }
                if refusals.count >= Self.cacheMax { refusals.removeAll(keepingCapacity: true) }
            }
            refusals[token] = askedAt
        }
    }

    /// Keeps the newest answer: of two that were asked for at the same time, the older may come last.
    private func remember(_ answer: Answer, of token: String) {
        answers.withLock { answers in
            if let other = answers[token], other.askedAt > answer.askedAt { return }
            if answers.count >= Self.cacheMax {
                answers = answers.filter { $0.value.isInForce(at: answer.askedAt) }
                if answers.count >= Self.cacheMax { answers.removeAll(keepingCapacity: true) }
            }
            answers[token] = answer
        }
    }
}
