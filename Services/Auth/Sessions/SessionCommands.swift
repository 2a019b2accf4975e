package import Contracts
import Storage

extension AuthService {
    /// Exchanges a refresh token for a new pair of tokens.
    ///
    /// A token that was used before ends its session, except for a short time in which its reply may have been lost.
    package func refresh(_ request: AuthRefresh, _ context: RequestContext) async throws -> Session {
        guard let token = RefreshToken(request.refreshToken) else { throw Self.sessionExpired }
        let nonce = RefreshToken.makeNonce()
        let (nowS, lifetimes, client) = (nowS, lifetimes, NetworkClient(request.client, context))
        let rotation = try await store.write(context) { transaction in
            try transaction.rotate(token, nonce: nonce, lifetimes, at: nowS)
        }
        switch rotation {
        case .renewed(let session, let account, let successor):
            return try await issue(SignIn(account: account, session: session, token: successor))
        case .reused(let session, let user):
            security.record(.refreshTokenReused(user: user, session: session), context, client)
            security.recordEnded(1, of: user, .tokenReused, context)
            throw Self.sessionExpired
        case .disabled(let user):
            security.record(.disabledLogin(user: user), context, client)
            throw Self.accountDisabled
        case .unknown:
            throw Self.sessionExpired
        }
    }

    private static let sessionExpired = ServiceError(.unauthenticated, "This session is over; sign in again.")
}

extension AuthService {
    /// Ends the caller's session and voids its refresh tokens.
    package func logout(_ request: AuthLogout, _ context: RequestContext) async throws -> Empty {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        let (nowS, marker) = (nowS, UUIDv7.make())
        let outcome = try await store.writeIdempotently(request, context) { transaction in
            let isEnded = try transaction.end(principal.session, of: principal.user, at: nowS)
            return SessionEndOutcome(marker: marker, count: isEnded ? 1 : 0)
        }
        if outcome.marker == marker { security.recordEnded(outcome.count, of: principal.user, .signedOut, context) }
        return Empty()
    }
}

extension AuthService {
    /// Ends one of the caller's sessions and voids its refresh tokens.
    package func endSession(_ request: AuthSessionsEnd, _ context: RequestContext) async throws -> Empty {
        try await withOpenSession(request, context) { principal, transaction, nowS in
            guard try transaction.end(request.id, of: principal.user, at: nowS) else {
                throw ServiceError(.notFound, "None of your sessions has this id.")
            }
            return 1
        }
    }

    /// Ends all sessions of the caller except the present one.
    package func endOtherSessions(_ request: AuthSessionsEndOthers, _ context: RequestContext) async throws -> Empty {
        try await withOpenSession(request, context) { principal, transaction, nowS in
            try transaction.endSessions(of: principal.user, except: principal.session, at: nowS)
        }
    }

    /// Makes a change once per idempotency key, if the caller's own session is open.
    ///
    /// An access token outlives its session by some minutes. A client that was signed out must not sign out the owner.
    private func withOpenSession<Request: Contract>(
        _ request: Request,
        _ context: RequestContext,
        _ end: @escaping @Sendable (Principal, SQLTransaction, _ nowS: Int) throws -> Int
    ) async throws -> Empty {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        let marker = UUIDv7.make()
        let outcome = try await store.writeIdempotently(request, context) { transaction -> SessionEndOutcome in
            guard try transaction.reader.isOpen(principal.session, of: principal.user, usedAfterS: usedAfterS) else {
                throw ServiceError(.unauthenticated, "This session is over; sign in again.")
            }
            return SessionEndOutcome(marker: marker, count: try end(principal, transaction, nowS))
        }
        // A repeated request ended nothing.
        if outcome.marker == marker { security.recordEnded(outcome.count, of: principal.user, .endedByUser, context) }
        return Empty()
    }
}

/// The stored result of ending sessions under an idempotency key.
struct SessionEndOutcome: Codable, Sendable {
    /// Distinguishes the first request from its repetitions.
    var marker: UUIDv7
    var count: Int
}
