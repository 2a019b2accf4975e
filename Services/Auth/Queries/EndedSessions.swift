package import Contracts
import Storage

extension AuthService {
    /// Returns the ended sessions; gateways refuse their access tokens.
    package func endedSessions(
        _ request: AuthEndedSessions,
        _ context: RequestContext
    ) async throws -> AuthEndedSessions.Reply {
        try await store.read { try $0.endedSessions(after: request.after, limit: AuthEndedSessions.pageMax) }
    }
}
