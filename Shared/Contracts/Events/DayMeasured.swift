/// The measurements of a user on one day, in their current state.
///
/// A state and no difference, so it can be delivered again and by a ``Snapshot``.
package struct DayMeasured: EventPayload, Equatable {
    package static let type = EventType.dayMeasured
    package var factKey: String { date.description }

    package var date: PlainDate
    /// The newest weight of the day; null if there is none.
    @Nullable package var weightKg: Double?
    /// Energy of the day's exercise, in kcal; null if unknown.
    @Nullable package var exerciseKcal: Double?

    package init(date: PlainDate, weightKg: Double?, exerciseKcal: Double?) {
        self.date = date
        self._weightKg = Nullable(wrappedValue: weightKg)
        self._exerciseKcal = Nullable(wrappedValue: exerciseKcal)
    }
}
