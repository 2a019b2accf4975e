package import Contracts
import Storage

extension AuthService {
    /// Returns the invitations for staff or an admin.
    package func invitations(
        _ request: AuthAdminInvitationsList,
        _ context: RequestContext
    ) async throws -> AuthAdminInvitationsList.Reply {
        try await invitations(request, for: try Administrator(context))
    }

    /// Returns the invitations for the operator.
    package func invitations(
        _ request: AuthOperatorInvitationsList,
        _ context: RequestContext
    ) async throws -> AuthAdminInvitationsList.Reply {
        let page = AuthAdminInvitationsList(limit: request.limit, cursor: request.cursor)
        return try await invitations(page, for: .localOperator)
    }

    private func invitations(
        _ page: AuthAdminInvitationsList,
        for administrator: Administrator
    ) async throws -> AuthAdminInvitationsList.Reply {
        let limit = page.limit ?? AuthAdminInvitationsList.limitDefault
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        let found = try await store.read { reader in
            _ = try administrator.authority(reader, usedAfterS: usedAfterS)
            // One row more than the limit shows whether another page exists.
            return try reader.invitations(before: page.cursor, limit: limit + 1, at: nowS)
        }
        let items = Array(found.prefix(limit))
        return AuthAdminInvitationsList.Reply(items: items, nextCursor: found.count > limit ? items.last?.id : nil)
    }
}
