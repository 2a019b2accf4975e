package import Contracts
package import FoundationEssentials
package import MessageBus
package import Storage
import StoredImages

/// Food entries by day, compared with the user's targets.
package struct DiaryService: Sendable {
    /// Looks up a food in the catalog.
    package typealias FoodLookup = @Sendable (FoodID, RequestContext) async throws -> Food

    let store: Store
    let food: FoodLookup
    let now: @Sendable () -> Date

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The diary's own database.
    ///   - food: Looks up a food in the catalog.
    ///   - now: The wall clock, which decides what "today" is.
    package init(store: Store, food: @escaping FoodLookup, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.food = food
        self.now = now
    }

    /// The endpoints of the diary's own methods, the cart and entry images.
    package var endpoints: [Endpoint] {
        [
            .handle(DiaryDayGet.self, day),
            .handle(DiaryDays.self, days),
            .handle(DiaryStart.self, start),
            .write(DiaryEntriesAdd.self, add),
            .write(DiaryEntriesPut.self, put),
            .write(DiaryEntriesUpdate.self, update),
            .handle(DiaryEntriesRemove.self, remove),
            .handle(DiaryEntriesSearch.self, searchEntries),
            .handle(DiaryChanges.self, changes),
            .handle(DiaryDaysCopy.self, copy),
            .write(DiaryWaterSet.self, setWater),
            .write(DiaryWaterAdd.self, addWater),
            .write(DiaryWaterRemove.self, removeWater),
            .write(DiaryNoteSet.self, setNote),
            .write(DiaryDayComplete.self, completeDay),
            .write(DiaryDayReopen.self, reopenDay),
            .handle(DiaryProgress.self, progress),
            .handle(DiaryFoodsRecent.self, recentFoods),
            .handle(DiaryFoodsOffline.self, offlineFoods),
            .write(DiaryFavouritesAdd.self, addFavourite),
            .handle(DiaryFavouritesRemove.self, removeFavourite),
            .handle(DiaryFavouritesList.self, favourites),
            .handle(DiaryEntriesImageAddresses.self, imageAddresses),
        ] + cartEndpoints + images.endpoints
    }
}
