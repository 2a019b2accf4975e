/// A user's use of one food in its current state, published whenever an entry with it is added, removed or moved to
/// another meal.
///
/// A state and no difference, so it can be delivered again and by a ``Snapshot``.
package struct FoodLogged: EventPayload, Equatable {
    package static let type = EventType.foodLogged
    package var factKey: String { foodId.description }

    package var foodId: FoodID
    /// The number of entries with this food in the user's diary; 0 after the last one was removed.
    package var count: Int
    /// The time of the newest of these entries; RFC 3339, UTC; null if there is none.
    @Nullable package var lastAt: String?
    /// The meal of that entry; null if there is none.
    @Nullable package var lastMeal: Meal?

    package init(foodId: FoodID, count: Int, lastAt: String?, lastMeal: Meal?) {
        self.foodId = foodId
        self.count = count
        self._lastAt = Nullable(wrappedValue: lastAt)
        self._lastMeal = Nullable(wrappedValue: lastMeal)
    }
}
