package import Contracts
import Storage

extension AuthService {
    /// The invitations, for staff and admins.
    package func invitations(
        _ request: AuthAdminInvitationsList,
        _ context: RequestContext
    ) async throws -> AuthAdminInvitationsList.Reply {
        try await invitations(request, for: try Administrator(context))
    }

    /// The invitations, for who runs the set.
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
        var rules = RuleChecker()
        rules.require(page.limit, in: AuthAdminInvitationsList.limits, "limit")
        try rules.finish()
        let limit = page.limit ?? AuthAdminInvitationsList.limitDefault
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        let found = try await store.read { reader in
            _ = try administrator.authority(reader, usedAfterS: usedAfterS)
            // One more than asked for tells whether there is another page.
            return try reader.invitations(before: page.cursor, limit: limit + 1, at: nowS)
        }
        let items = Array(found.prefix(limit))
        return AuthAdminInvitationsList.Reply(items: items, nextCursor: found.count > limit ? items.last?.id : nil)
    }
}
