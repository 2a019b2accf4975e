package import Contracts
import Storage

extension DiaryPlans {
    /// Returns the caller's plans, newest first.
    package func list(_ request: DiaryPlansList, _ context: RequestContext) async throws -> DiaryPlansList.Reply {
        let user = try context.user()
        var checker = RuleChecker()
        checker.require(request.limit, in: DiaryPlansList.limits, "limit")
        try checker.finish()
        let limit = request.limit ?? DiaryPlansList.limitDefault
        return try await store.read { reader in
            // One more than requested shows whether there is another page.
            let (found, isAll) = try reader.plans(
                of: user,
                before: request.cursor,
                limit: limit + 1,
                bytesMax: DiaryPlansList.pageBytesMax
            )
            let items = Array(found.prefix(limit))
            let isLast = isAll && found.count <= limit
            return DiaryPlansList.Reply(items: items, nextCursor: isLast ? nil : items.last?.id)
        }
    }
}
