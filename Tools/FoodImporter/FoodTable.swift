import CommandSupport
package import Contracts

/// Formats foods as a table.
package enum FoodTable {
    private static let unknown = "-"

    /// Returns a table of foods with their flags and amounts per 100 g.
    package static func text(_ foods: [Food]) -> String {
        let titles = ["NAME", "BRAND", "SOURCE", "FLAGS", "KCAL", "PROTEIN", "FAT", "CARBOHYDRATE"]
        let rows = foods.map { food in
            [
                food.name, food.brand ?? unknown, food.source,
                food.flags.isEmpty ? unknown : food.flags.joined(separator: ","), amount(food.kcal),
                amount(food.proteinG), amount(food.fatG), amount(food.carbohydrateG),
            ]
        }
        return TextTable.text([titles] + rows, textColumns: 4)
    }

    /// Returns an amount with at most one decimal.
    private static func amount(_ amount: Double?) -> String {
        guard let amount, amount.isFinite else { return unknown }
        let tenths = Int((amount * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}
