/// A food that a search has found.
public struct FoodHit: Codable, Equatable, Sendable {
    /// The food's id.
    public var foodId: String
    /// The name in the user's language.
    public var name: String
    /// The address of an image.
    public var imageURL: String?
    /// The amounts of 100 g.
    public var per100g: Nutrients
    /// The amount to log: the user's last one, else the commonest portion.
    public var amount: FoodAmount
    /// The weight of one portion in grams; nil for an amount in grams.
    public var portionGrams: Double?

    /// Creates a hit.
    public init(
        foodId: String,
        name: String,
        imageURL: String? = nil,
        per100g: Nutrients,
        amount: FoodAmount,
        portionGrams: Double? = nil
    ) {
        self.foodId = foodId
        self.name = name
        self.imageURL = imageURL
        self.per100g = per100g
        self.amount = amount
        self.portionGrams = portionGrams
    }
}

/// Something in the tray: an amount of a food, or energy.
public struct TrayItem: Codable, Equatable, Sendable {
    /// The id of the entry that it is, or becomes.
    public var id: String
    /// The time of eating; RFC 3339, UTC.
    public var at: String
    /// The food; nil for energy.
    public var food: FoodHit?
    /// The amount of the food.
    public var amount: FoodAmount?
    /// The name of the energy.
    public var name: String?
    /// The energy.
    public var energy: Nutrients?

    init(_ pick: FoodSearch.Pick) {
        id = pick.entry
        at = pick.at
        food = pick.food
        amount = pick.food.amount
    }

    init(_ energy: FoodSearch.EnergyEntry, kcal: Double) {
        id = energy.entry
        at = energy.at
        name = energy.name
        self.energy = Nutrients(kcal: kcal)
    }

    /// The weight in grams; nil for energy.
    var grams: Double? {
        guard let amount else { return nil }
        return amount.grams ?? food?.portionGrams.map { ($0 * (amount.quantity ?? 1)).inHundredths }
    }

    /// What is shown of the item.
    public var preview: EntryPreview {
        let nutrients = energy ?? food?.per100g.inGrams(grams ?? 0) ?? Nutrients(kcal: 0)
        return EntryPreview(
            name: name ?? food?.name ?? "",
            imageURL: food?.imageURL,
            grams: grams,
            nutrients: nutrients
        )
    }

    /// Returns the content of the item's entry.
    func content(date: String, meal: Meal) -> EntryContent {
        EntryContent(date: date, meal: meal, at: at, amount: amount, name: name, energy: energy)
    }

    /// Returns the item with one portion, or 10 g, more or less; nil if nothing is left.
    ///
    /// Energy has no steps.
    func stepped(by direction: Double) -> TrayItem? {
        var item = self
        if let quantity = amount?.quantity {
            item.amount?.quantity = quantity + direction
            return quantity + direction > 0 ? item : nil
        }
        if let grams = amount?.grams {
            let stepped = grams + direction * FoodSearch.gramsPerStep
            item.amount?.grams = stepped
            return stepped > 0 ? item : nil
        }
        return direction > 0 ? item : nil
    }
}

/// A change of the tray that can be undone.
public enum TrayChange: Equatable, Sendable {
    /// An item was added.
    case added(TrayReference)
    /// An amount was changed.
    case changed(TrayAmount)
    /// An item was removed.
    case removed(TrayRemoval)
}

/// The id of an item in the tray.
public struct TrayReference: Codable, Equatable, Sendable {
    /// The id.
    public var id: String

    /// Creates a reference.
    public init(id: String) { self.id = id }
}

/// An item before its amount was changed.
public struct TrayAmount: Codable, Equatable, Sendable {
    /// The item.
    public var item: TrayItem

    /// Creates a value with these fields.
    public init(item: TrayItem) { self.item = item }
}

/// An item that was removed.
public struct TrayRemoval: Codable, Equatable, Sendable {
    /// The item.
    public var item: TrayItem
    /// Its place in the tray, from 0.
    public var index: Int

    /// Creates a value with these fields.
    public init(item: TrayItem, index: Int) {
        self.item = item
        self.index = index
    }
}

extension TrayChange: Codable {
    /// Reads a change from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "added": self = .added(try .init(from: decoder))
        case "changed": self = .changed(try .init(from: decoder))
        case "removed": self = .removed(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the change as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .added(let payload): try encoder.encode(kind: "added", payload)
        case .changed(let payload): try encoder.encode(kind: "changed", payload)
        case .removed(let payload): try encoder.encode(kind: "removed", payload)
        }
    }
}
