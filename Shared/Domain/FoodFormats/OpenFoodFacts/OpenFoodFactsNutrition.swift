import Contracts

/// The nutrients of a product, in the older form (`nutriments`) or that of schema 1003 and later (`nutrition`).
///
/// The later form has sets of nutrients, each for a quantity and for the product as sold or prepared. One more set is
/// Open Food Facts' selection among them. That selection prefers "prepared" to "as sold", so the other sets are
/// considered, too.
struct OpenFoodFactsNutrition {
    private struct NutrientSet {
        var per: String?
        var preparation: String?
        var amounts: [(entry: NutrimentTable.Entry, amount: Double)] = []

        /// The factor that converts amounts to 100 g; a millilitre counts as a gram, as in Open Food Facts.
        var factor: Double? {
            switch per {
            case "100g", "100ml": 1
            case "1kg", "1l": 0.1
            default: nil
            }
        }

        var isUsable: Bool { !amounts.isEmpty && factor != nil && preparation != "prepared" }
    }

    private static let suffix = Array("_100g".utf8)

    private var nutriments: [(entry: NutrimentTable.Entry, amount: Double)] = []
    private var aggregated: NutrientSet?
    private var inputs: [NutrientSet] = []

    /// Reads a member of a product.
    mutating func take(_ key: JSONString, _ cursor: inout JSONCursor) -> Bool {
        if key == "nutriments" {
            guard cursor.peek() == UInt8(ascii: "{") else { return cursor.skip() }
            return cursor.walkObject { key, cursor in takeNutriment(key, &cursor) }
        }
        guard key == "nutrition", cursor.peek() == UInt8(ascii: "{") else { return cursor.skip() }
        return cursor.walkObject { key, cursor in
            if key == "aggregated_set", cursor.peek() == UInt8(ascii: "{") {
                var set = NutrientSet()
                defer { aggregated = set }
                return Self.take(&set, &cursor)
            }
            guard key == "input_sets", cursor.peek() == UInt8(ascii: "[") else { return cursor.skip() }
            return takeInputs(&cursor)
        }
    }

    /// Writes the amounts per 100 g into a food.
    ///
    /// - Throws: `RowRefusal` if there are amounts, but none per 100 g of the product as sold.
    func fill(_ food: inout ImportedFood) throws(RowRefusal) {
        var collected = Nutriments()
        let sets = ([aggregated].compactMap(\.self) + inputs).filter { !$0.amounts.isEmpty }
        guard let set = sets.first(where: \.isUsable), let factor = set.factor else {
            for (entry, amount) in nutriments { collected.take(entry, amount, &food) }
            guard nutriments.isEmpty, !sets.isEmpty else { return collected.complete(&food) }
            let isPrepared = sets.contains { $0.preparation == "prepared" }
            throw RowRefusal(
                isPrepared ? "has nutrients of the prepared product only" : "has no nutrients per 100 g"
            )
        }
        for (entry, amount) in set.amounts { collected.take(entry, amount * factor, &food) }
        collected.complete(&food)
    }

    private mutating func takeNutriment(_ key: JSONString, _ cursor: inout JSONCursor) -> Bool {
        guard key.bytes.count > Self.suffix.count, key.bytes.suffix(Self.suffix.count).elementsEqual(Self.suffix),
            let name = String(validating: key.bytes.dropLast(Self.suffix.count), as: UTF8.self),
            let entry = NutrimentTable.entries[name]
        else { return cursor.skip() }
        let start = cursor.position
        if let amount = cursor.number() { nutriments.append((entry, amount)) }
        return cursor.position > start
    }

    private mutating func takeInputs(_ cursor: inout JSONCursor) -> Bool {
        cursor.walkArray { cursor in
            guard cursor.peek() == UInt8(ascii: "{") else { return cursor.skip() }
            var set = NutrientSet()
            defer { if inputs.count < Self.inputsMax { inputs.append(set) } }
            return Self.take(&set, &cursor)
        }
    }

    /// Maximum number of sets; there are four sources at most, each with a few quantities.
    private static let inputsMax = 20

    private static func take(_ set: inout NutrientSet, _ cursor: inout JSONCursor) -> Bool {
        var isBroken = false
        return cursor.walkObject { key, cursor in
            if key == "per" { return cursor.takeText(&set.per, &isBroken) }
            if key == "preparation" { return cursor.takeText(&set.preparation, &isBroken) }
            guard key == "nutrients", cursor.peek() == UInt8(ascii: "{") else { return cursor.skip() }
            return cursor.walkObject { key, cursor in
                guard let name = key.string, let entry = NutrimentTable.entries[name],
                    cursor.peek() == UInt8(ascii: "{")
                else { return cursor.skip() }
                return takeNutrient(entry, &set, &cursor)
            }
        }
    }

    private static func takeNutrient(
        _ entry: NutrimentTable.Entry,
        _ set: inout NutrientSet,
        _ cursor: inout JSONCursor
    ) -> Bool {
        var (value, computed): (Double?, Double?)
        var unit: String?
        var isBroken = false
        let isWhole = cursor.walkObject { key, cursor in
            let start = cursor.position
            if key == "value" {
                value = cursor.number()
                return cursor.position > start
            }
            if key == "value_computed" {
                computed = cursor.number()
                return cursor.position > start
            }
            return key == "unit" ? cursor.takeText(&unit, &isBroken) : cursor.skip()
        }
        if let amount = value ?? computed, let factor = factor(from: unit, entry) {
            set.amounts.append((entry, amount * factor))
        }
        return isWhole
    }

    /// Returns the factor from a unit to that of the table; nil for inconvertible units, such as % of a daily dose.
    private static func factor(from unit: String?, _ entry: NutrimentTable.Entry) -> Double? {
        switch (entry.target, unit?.lowercased()) {
        case (.kilojoules, nil), (.kilojoules, "kj"): 1
        case (.kilojoules, "kcal"): EnergyFactor.kilojoulesPerKcal
        case (.kilojoules, _): nil
        case (.amount(\.kcal), nil), (.amount(\.kcal), "kcal"): 1
        case (.amount(\.kcal), "kj"): 1 / EnergyFactor.kilojoulesPerKcal
        case (.amount(\.kcal), _): nil
        case (_, nil), (_, "g"): 1
        case (_, "mg"): 1e-3
        case (_, "µg"), (_, "μg"), (_, "mcg"), (_, "ug"): 1e-6
        default: nil
        }
    }
}
