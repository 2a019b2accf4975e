/// Copies the entries of another day to the end of the same meals of this day, with the nutrients stored in them.
package struct DiaryDaysCopy: Contract {
    package typealias Reply = DiaryDay

    package static let method = Method("diary.days.copy", of: .diary, .keyedWrite, .user)

    package var date: DayReference
    /// The day to copy from.
    package var from: DayReference
    /// The meals to copy; all by default.
    package var meals: [Meal]?

    package init(date: DayReference, from: DayReference, meals: [Meal]? = nil) {
        self.date = date
        self.from = from
        self.meals = meals
    }
}
