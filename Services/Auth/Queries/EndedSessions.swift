package import Contracts
import Storage

extension AuthService {
    /// The sessions whose access tokens gateways have to refuse.
    package func endedSessions(
        _ request: AuthEndedSessions,
        _ context: RequestContext
    ) async throws -> AuthEndedSessions.Reply {
        try await store.read { try $0.endedSessions(after: request.after, limit: AuthEndedSessions.pageMax) }
    }
}
