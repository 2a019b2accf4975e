package import Contracts
import Storage

extension AuthService {
    /// Returns the accounts for staff or an admin.
    package func users(
        _ request: AuthAdminUsersList,
        _ context: RequestContext
    ) async throws -> AuthAdminUsersList.Reply {
        try await users(request, for: try Administrator(context))
    }

    /// Returns the accounts for the operator.
    package func users(
        _ request: AuthOperatorUsersList,
        _ context: RequestContext
    ) async throws -> AuthAdminUsersList.Reply {
        let filter = AuthAdminUsersList(
            limit: request.limit,
            cursor: request.cursor,
            q: request.q,
            role: request.role,
            state: request.state
        )
        return try await users(filter, for: .localOperator)
    }

    private func users(
        _ filter: AuthAdminUsersList,
        for administrator: Administrator
    ) async throws -> AuthAdminUsersList.Reply {
        let limit = filter.limit ?? AuthAdminUsersList.limitDefault
        let usedAfterS = nowS - lifetimes.idleS
        let found = try await store.read { reader in
            _ = try administrator.authority(reader, usedAfterS: usedAfterS)
            // One row more than the limit shows whether another page exists.
            return try reader.adminUsers(filter, limit: limit + 1)
        }
        let items = Array(found.prefix(limit))
        return AuthAdminUsersList.Reply(items: items, nextCursor: found.count > limit ? items.last?.id : nil)
    }
}
