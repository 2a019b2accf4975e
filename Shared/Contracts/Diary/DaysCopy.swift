/// Copies the entries of another day to the end of the same meals of this one, with the nutrients that they were logged with.
package struct DiaryDaysCopy: Contract {
    package typealias Reply = DiaryDay

    package static let method = Method("diary.days.copy", of: .diary, .keyedWrite, .user)

    package var date: DayReference
    /// The day that is copied.
    package var from: DayReference
    /// The meals that are copied; all of them where they are left out.
    package var meals: [Meal]?

    package init(date: DayReference, from: DayReference, meals: [Meal]? = nil) {
        self.date = date
        self.from = from
        self.meals = meals
    }
}
