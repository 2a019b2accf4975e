/// How one person uses one food, as it now is: told whenever an entry with that food comes, goes or moves to another meal.
///
/// It is a state and no difference, so that it may be told again and by a ``Snapshot``.
package struct FoodLogged: EventPayload, Equatable {
    package static let type = EventType.foodLogged
    package var factKey: String { foodId.description }

    package var foodId: FoodID
    /// The entries with this food in the person's diary; 0 when the last one has gone.
    package var count: Int
    /// When the newest of these entries was logged, RFC 3339, UTC; null when there is none.
    @Nullable package var lastAt: String?
    /// The meal of that entry; null when there is none.
    @Nullable package var lastMeal: Meal?

    package init(foodId: FoodID, count: Int, lastAt: String?, lastMeal: Meal?) {
        self.foodId = foodId
        self.count = count
        self._lastAt = Nullable(wrappedValue: lastAt)
        self._lastMeal = Nullable(wrappedValue: lastMeal)
    }
}
