import Calendar
package import JSONCoding

extension DiaryDay: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("date", date.description)
            writer.field("meals") { $0.list(meals) { $1.write(to: &$0) } }
            writer.field("totals") { totals.write(to: &$0) }
            writer.field("incomplete", incomplete)
            writer.field("target", target)
            writer.field("remaining", remaining)
            writer.field("week") { week.write(to: &$0) }
            writer.field("exerciseKcal", exerciseKcal)
            writer.field("waterMl", Double(waterMl))
            writer.field("note", note)
        }
    }
}

extension DiaryDays.Reply: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("items") { $0.list(items) { $1.write(to: &$0) } }
            writer.field("nextFrom", nextFrom?.description)
        }
    }
}

extension DiaryDay.MealEntries {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("meal", meal.rawValue)
            writer.field("entries") { $0.list(entries) { $1.write(to: &$0) } }
            writer.field("totals") { totals.write(to: &$0) }
        }
    }
}

extension DiaryDay.Week {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("from", from.description)
            writer.field("kcal", kcal)
            writer.field("targetKcal", targetKcal.map(Double.init))
            writer.field("remaining", remaining)
            writer.field("totals") { totals.write(to: &$0) }
            writer.field("incomplete", incomplete)
            writer.field("target", target)
            writer.field("remainingNutrients", remainingNutrients)
        }
    }
}

extension JSONWriter {
    /// Writes nutrients, or null.
    fileprivate mutating func field(_ name: StaticString, _ amounts: Nutrients?) {
        guard let amounts else { return field(name, nil as String?) }
        field(name) { amounts.write(to: &$0) }
    }

    /// Writes a target, or null.
    fileprivate mutating func field(_ name: StaticString, _ target: DayTarget?) {
        guard let target else { return field(name, nil as String?) }
        field(name) { writer in
            writer.object { writer in
                writer.field("dailyKcal", Double(target.dailyKcal))
                writer.field("proteinG", target.proteinG)
                writer.field("fatG", target.fatG)
                writer.field("carbohydrateG", target.carbohydrateG)
            }
        }
    }
}
