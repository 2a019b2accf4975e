package import Contracts
import Storage

extension AuthService {
    /// Returns the sessions of the caller, newest first.
    package func sessions(
        _ request: AuthSessionsList,
        _ context: RequestContext
    ) async throws -> AuthSessionsList.Reply {
        var rules = RuleChecker()
        rules.require(request.limit, in: AuthSessionsList.limits, "limit")
        try rules.finish()
        let (user, session) = (try context.user(), context.principal?.session)
        let limit = request.limit ?? AuthSessionsList.limitDefault
        let (usedAfterS, begunAfterS) = (nowS - lifetimes.idleS, nowS - lifetimes.maxS)
        let found = try await store.read { reader in
            // One row more than the limit shows whether another page exists.
            try reader.sessions(
                of: user,
                before: request.cursor,
                usedAfterS: usedAfterS,
                begunAfterS: begunAfterS,
                limit: limit + 1
            )
        }
        var items = Array(found.prefix(limit))
        for index in items.indices { items[index].isCurrent = items[index].id == session }
        return AuthSessionsList.Reply(items: items, nextCursor: found.count > limit ? items.last?.id : nil)
    }
}

extension AuthService {
    /// Returns the ended sessions; gateways refuse their access tokens.
    package func endedSessions(
        _ request: AuthEndedSessions,
        _ context: RequestContext
    ) async throws -> AuthEndedSessions.Reply {
        try await store.read { try $0.endedSessions(after: request.after, limit: AuthEndedSessions.pageMax) }
    }
}
