package import Contracts
import Storage

extension AuthService {
    /// Ends one of the caller's sessions; its refresh tokens are void from now on.
    package func endSession(_ request: AuthSessionsEnd, _ context: RequestContext) async throws -> Empty {
        try await asOpenSession(request, context) { principal, transaction in
            guard try transaction.end(request.id, of: principal.user) else {
                throw ServiceError(.notFound, "None of your sessions has this id.")
            }
        }
    }

    /// Ends every session of the caller's but the one that asks.
    package func endOtherSessions(_ request: AuthSessionsEndOthers, _ context: RequestContext) async throws -> Empty {
        try await asOpenSession(request, context) { principal, transaction in
            try transaction.endSessions(of: principal.user, but: principal.session)
        }
    }

    /// Makes a change once, if the caller's own session is not over.
    ///
    /// An access token outlives its session by some minutes. Whoever was thrown out with it must not throw out the owner.
    private func asOpenSession<Request: Contract>(
        _ request: Request,
        _ context: RequestContext,
        _ change: @escaping @Sendable (Principal, SQLTransaction) throws -> Void
    ) async throws -> Empty {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        let usedAfterS = nowS - lifetimes.idleS
        return try await store.once(request, context) { transaction in
            guard try transaction.reader.isOpen(principal.session, of: principal.user, usedAfterS: usedAfterS) else {
                throw ServiceError(.unauthenticated, "This session is over; sign in again.")
            }
            try change(principal, transaction)
            return Empty()
        }
    }
}
