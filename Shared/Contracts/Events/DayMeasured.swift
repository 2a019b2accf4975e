/// What somebody measured on one day, as it now is.
///
/// It is a state and no difference, so that it may be told again and by a ``Snapshot``.
package struct DayMeasured: EventPayload, Equatable {
    package static let type = EventType.dayMeasured
    package var factKey: String { date.description }

    package var date: PlainDate
    /// The newest weight of the day; null when there is none.
    @Nullable package var weightKg: Double?
    /// What the day's exercise took; null when nothing is known of any.
    @Nullable package var exerciseKcal: Double?

    package init(date: PlainDate, weightKg: Double?, exerciseKcal: Double?) {
        self.date = date
        self._weightKg = Nullable(wrappedValue: weightKg)
        self._exerciseKcal = Nullable(wrappedValue: exerciseKcal)
    }
}
