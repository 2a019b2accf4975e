import Calendar
import CommandSupport
package import Contracts

/// Formats a day of a diary for a terminal.
package enum DayTable {
    private static let unknown = "-"

    /// Returns what is eaten, what remains, and the entries by meal.
    package static func text(_ day: DiaryDay) -> String {
        var parts = ["\(day.date)", nutrients(day)]
        if day.target == nil {
            parts.append(
                "There is no target: your profile lacks data. Complete it in the app, or with PATCH /v1/profile."
            )
        }
        if !day.incomplete.isEmpty {
            parts.append("Too low, because unknown for some entries: \(day.incomplete.joined(separator: ", ")).")
        }
        parts.append(entries(day))
        if day.waterMl > 0 { parts.append("Water: \(day.waterMl) ml") }
        if !day.note.isEmpty { parts.append("Note: \(day.note)") }
        return parts.joined(separator: "\n\n")
    }

    private static func nutrients(_ day: DiaryDay) -> String {
        let (eaten, target, left) = (day.totals, day.target, day.remaining)
        return TextTable.text(
            [
                ["", "EATEN", "TARGET", "LEFT"],
                ["energy kcal", amount(eaten.kcal), amount(target.map { Double($0.dailyKcal) }), amount(left?.kcal)],
                ["protein g", amount(eaten.proteinG), amount(target?.proteinG), amount(left?.proteinG)],
                ["fat g", amount(eaten.fatG), amount(target?.fatG), amount(left?.fatG)],
                [
                    "carbohydrate g", amount(eaten.carbohydrateG), amount(target?.carbohydrateG),
                    amount(left?.carbohydrateG),
                ],
            ],
            textColumns: 1
        )
    }

    private static func entries(_ day: DiaryDay) -> String {
        let rows = day.meals.flatMap { meal in
            meal.entries.enumerated().map { index, entry in
                [index == 0 ? meal.meal.rawValue : "", entry.name, size(entry), amount(entry.nutrients.kcal)]
            }
        }
        guard !rows.isEmpty else { return "Nothing is logged yet." }
        return TextTable.text([["MEAL", "FOOD", "AMOUNT", "KCAL"]] + rows, textColumns: 2)
    }

    private static func size(_ entry: DiaryEntry) -> String { entry.grams.map { "\(amount($0)) g" } ?? unknown }

    /// Returns an amount without decimals; a single decimal below 10.
    package static func amount(_ amount: Double?) -> String {
        guard let amount, amount.isFinite else { return unknown }
        let tenths = Int((amount * 10).rounded())
        if tenths.isMultiple(of: 10) { return "\(tenths / 10)" }
        guard abs(tenths) < 100 else { return "\(Int(amount.rounded()))" }
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
