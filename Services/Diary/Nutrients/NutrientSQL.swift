import Contracts
import Storage

extension Nutrients {
    /// The names of their columns, in the order in which rows have them.
    static let columnNames = ["kcal"] + Nutrient.allCases.map(\.column)

    /// The list of their columns in a SELECT.
    static let columns = columnNames.joined(separator: ", ")
}

extension SQLCursorRow {
    /// Reads the columns of nutrients.
    ///
    /// - Parameter first: The index of the first one, which is that of the energy.
    /// - Returns: The amounts; unknown if the column is null.
    func nutrients(from first: Int) -> Nutrients {
        var amounts = NutrientAmounts()
        Nutrient.each { amounts[$0] = optionalNumber(first + 1 + $0.index) }
        return Nutrients(kcal: number(first), amounts)
    }
}
