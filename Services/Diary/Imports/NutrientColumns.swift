import Contracts
import FoodFormats

/// The columns and units of energy and nutrients in a table.
struct NutrientColumns: Sendable {
    private struct Column: Sendable {
        let index: Int
        let scale: Double
    }

    private static let names = Set(["kcal", "sodiumMg"] + Nutrient.allCases.map(\.rawValue))

    private var columns: [String: Column] = [:]

    /// Finds the columns by their headers.
    ///
    /// Of several columns for one amount, the first is used. Kilocalories take precedence over kilojoules.
    init(_ headers: [String]) {
        for (index, header) in headers.enumerated() {
            // An amount per 100 g is not the amount of the entry.
            guard !header.contains("100"), let (name, scale) = Self.meaning(of: OwnHeader(header)) else { continue }
            if let known = columns[name], name != "kcal" || known.scale == 1 { continue }
            columns[name] = Column(index: index, scale: scale)
        }
    }

    /// Returns the amount that a header names, and the factor to kcal, grams, or milligrams of sodium.
    private static func meaning(of header: OwnHeader) -> (name: String, scale: Double)? {
        if header.thing == "salt" {
            let scales: [String?: Double] = [nil: 1, "g": 1, "mg": 1e-3]
            return scales[header.unit].map { (Nutrient.salt.rawValue, $0) }
        }
        guard let name = header.column, names.contains(name), let scale = header.scale(to: name) else { return nil }
        return (name, scale)
    }

    var hasEnergy: Bool { columns["kcal"] != nil }

    /// Returns the amounts of a row.
    ///
    /// - Parameter number: Parses the number of a column, given its index and name.
    /// - Returns: The amounts; missing ones are unknown.
    /// - Throws: `RowRefusal` if the energy is missing, or an amount is outside the range of an entry.
    func nutrients(_ number: (Int, String) throws(RowRefusal) -> Double?) throws(RowRefusal) -> Nutrients {
        guard let kcal = try amount("kcal", number) else {
            throw RowRefusal("has no energy", .missing, ["field": "kcal"])
        }
        try Self.check(kcal, in: EntryLimits.kcal, "kcal")
        var nutrients = Nutrients(kcal: kcal)
        for nutrient in Nutrient.allCases {
            let (name, range) = (nutrient.rawValue, nutrient.unit.amounts(ofGrams: EntryLimits.nutrientG))
            let amount = try amount(name, number)
            if let amount { try Self.check(amount, in: range, name) }
            nutrients[nutrient] = amount
        }
        if columns[Nutrient.salt.rawValue] == nil, let sodiumMg = try amount("sodiumMg", number) {
            let salt = sodiumMg * Salt.perSodium / 1_000
            try Self.check(salt, in: EntryLimits.nutrientG, "sodium")
            nutrients[.salt] = salt
        }
        return nutrients.inHundredths
    }

    private func amount(
        _ name: String,
        _ number: (Int, String) throws(RowRefusal) -> Double?
    ) throws(RowRefusal) -> Double? {
        guard let column = columns[name], let amount = try number(column.index, name) else { return nil }
        return amount * column.scale
    }

    private static func check(_ amount: Double, in range: ClosedRange<Double>, _ name: String) throws(RowRefusal) {
        guard range.contains(amount) else {
            let (min, max) = ("\(Int(range.lowerBound))", "\(Int(range.upperBound))")
            throw RowRefusal(
                "\(name) is outside \(min) to \(max)",
                .outOfRange,
                ["field": name, "min": min, "max": max]
            )
        }
    }
}
