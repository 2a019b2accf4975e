package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Returns the foods that the caller has logged most recently or most often.
    package func recentFoods(
        _ request: DiaryFoodsRecent,
        _ context: RequestContext
    ) async throws -> DiaryFoodsRecent.Reply {
        let user = try context.user()
        var checker = RuleChecker()
        checker.require(request.limit, in: DiaryFoodsRecent.limits, "limit")
        try checker.finish()
        let limit = request.limit ?? DiaryFoodsRecent.limitDefault
        let now = now()
        return try await store.read { reader in
            let foods = try reader.recentFoods(request, limit: limit, of: user)
            return DiaryFoodsRecent.Reply(items: try reader.withSignedImages(foods, \.imageURL, at: now))
        }
    }
}
