package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage

/// What people ate, day by day, against their targets.
package struct DiaryService: Sendable {
    /// Asks the catalogue for a food.
    package typealias FoodLookup = @Sendable (FoodID, RequestContext) async throws -> Food

    let store: Store
    let food: FoodLookup
    let now: @Sendable () -> Date

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - store: Its own database.
    ///   - food: How to ask the catalogue.
    ///   - now: The wall clock, which decides what "today" is.
    package init(store: Store, food: @escaping FoodLookup, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.food = food
        self.now = now
    }

    /// Every method that this service answers.
    package var endpoints: [Endpoint] {
        [
            .handle(DiaryDayGet.self, day),
            .handle(DiaryDays.self, days),
            .handle(DiaryEntriesAdd.self, add),
            .handle(DiaryEntriesPut.self, put),
            .handle(DiaryEntriesUpdate.self, update),
            .handle(DiaryEntriesRemove.self, remove),
            .handle(DiaryChanges.self, changes),
            .handle(DiaryDaysCopy.self, copy),
            .handle(DiaryWaterSet.self, setWater),
            .handle(DiaryNoteSet.self, setNote),
            .handle(DiaryProgress.self, progress),
            .handle(DiaryFoodsRecent.self, recentFoods),
        ] + cartEndpoints + imageEndpoints
    }
}
