package import Contracts
import Storage

extension AuthService {
    /// Revokes an invitation for staff or an admin.
    package func revokeInvitation(
        _ request: AuthAdminInvitationsRevoke,
        _ context: RequestContext
    ) async throws -> Empty {
        try await revoke(request.id, by: try Administrator(context), request, context)
    }

    /// Revokes an invitation for the operator.
    package func revokeInvitation(
        _ request: AuthOperatorInvitationsRevoke,
        _ context: RequestContext
    ) async throws -> Empty {
        try await revoke(request.id, by: .localOperator, request, context)
    }

    private func revoke<Request: Contract>(
        _ invitation: InvitationID,
        by administrator: Administrator,
        _ request: Request,
        _ context: RequestContext
    ) async throws -> Empty {
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        _ = try await store.once(request, context) { transaction in
            _ = try administrator.authority(transaction.reader, usedAfterS: usedAfterS)
            guard try transaction.revoke(invitation, at: nowS) else { throw ServiceError.notFound("invitation") }
            return Empty()
        }
        security.record(.invitationRevoked(invitation, by: administrator.user), context)
        return Empty()
    }
}
