/// A meal of the day.
public enum Meal: String, Codable, CaseIterable, Sendable {
    /// In the morning.
    case breakfast
    /// At noon.
    case lunch
    /// In the evening.
    case dinner
    /// Between meals.
    case snack
}

/// An entry as the server stores it.
///
/// Its JSON form is that of the HTTP interface; `ContractAgreementTests` compares both.
public struct DiaryEntry: Codable, Equatable, Sendable {
    /// A UUID of the device that created it.
    public var id: String
    /// The user's day, as `YYYY-MM-DD`.
    public var date: String
    /// The meal of that day.
    public var meal: Meal
    /// The position within the meal, from 0.
    public var position: Int
    /// The time of eating; RFC 3339, UTC.
    public var at: String
    /// Nil for energy without a food.
    public var foodId: String?
    /// The name of the food, or that of the energy.
    public var name: String
    /// The address of an image.
    public var imageURL: String?
    /// The weight; nil for energy without a food.
    public var grams: Double?
    /// The name of the portion; nil for an amount in grams.
    public var portion: String?
    /// What to show instead of the name of the portion, in the user's language; nil if there is nothing else.
    public var portionLabel: String?
    /// The number of portions.
    public var quantity: Double?
    /// The absolute amounts, not those of 100 g.
    public var nutrients: Nutrients
    /// The number of changes, from 1.
    public var version: Int

    /// Creates an entry.
    public init(
        id: String,
        content: EntryContent,
        preview: EntryPreview,
        position: Int,
        version: Int
    ) {
        self.id = id
        date = content.date
        meal = content.meal
        self.position = position
        at = content.at
        foodId = content.amount?.foodId
        name = content.name ?? preview.name
        imageURL = preview.imageURL
        grams = content.amount?.grams ?? preview.grams
        portion = content.amount?.portion
        portionLabel = content.amount?.portion == nil ? nil : preview.portionLabel
        quantity = content.amount?.quantity
        nutrients = content.energy ?? preview.nutrients
        self.version = version
    }

    /// What a user can change in the entry.
    public var content: EntryContent {
        var content = EntryContent(date: date, meal: meal, at: at)
        if let foodId {
            let weight = portion == nil ? grams : nil
            content.amount = FoodAmount(foodId: foodId, grams: weight, portion: portion, quantity: quantity)
        } else {
            content.name = name
            content.energy = nutrients
        }
        return content
    }

    /// What is shown of the entry besides its content.
    public var preview: EntryPreview {
        EntryPreview(name: name, imageURL: imageURL, grams: grams, portionLabel: portionLabel, nutrients: nutrients)
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case date
        case meal
        case position
        case at
        case foodId
        case name
        case imageURL
        case grams
        case portion
        case portionLabel
        case quantity
        case version
    }

    /// Reads an entry with its nutrients beside its own fields.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        date = try container.decode(String.self, forKey: .date)
        meal = try container.decode(Meal.self, forKey: .meal)
        position = try container.decode(Int.self, forKey: .position)
        at = try container.decode(String.self, forKey: .at)
        foodId = try container.decodeIfPresent(String.self, forKey: .foodId)
        name = try container.decode(String.self, forKey: .name)
        imageURL = try container.decodeIfPresent(String.self, forKey: .imageURL)
        grams = try container.decodeIfPresent(Double.self, forKey: .grams)
        portion = try container.decodeIfPresent(String.self, forKey: .portion)
        portionLabel = try container.decodeIfPresent(String.self, forKey: .portionLabel)
        quantity = try container.decodeIfPresent(Double.self, forKey: .quantity)
        nutrients = try Nutrients(from: decoder)
        version = try container.decode(Int.self, forKey: .version)
    }

    /// Writes the nutrients beside the entry's own fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(date, forKey: .date)
        try container.encode(meal, forKey: .meal)
        try container.encode(position, forKey: .position)
        try container.encode(at, forKey: .at)
        try container.encodeIfPresent(foodId, forKey: .foodId)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(imageURL, forKey: .imageURL)
        try container.encodeIfPresent(grams, forKey: .grams)
        try container.encodeIfPresent(portion, forKey: .portion)
        try container.encodeIfPresent(portionLabel, forKey: .portionLabel)
        try container.encodeIfPresent(quantity, forKey: .quantity)
        try container.encode(version, forKey: .version)
        try nutrients.encode(to: encoder)
    }
}
