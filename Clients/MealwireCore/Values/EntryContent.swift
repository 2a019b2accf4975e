/// What a user can change in an entry: an amount of a food, or energy with a name.
public struct EntryContent: Codable, Equatable, Sendable {
    /// The user's day, as `YYYY-MM-DD`; never `today`, because a write may be sent on a later day.
    public var date: String
    /// The meal of that day.
    public var meal: Meal
    /// The time of eating; RFC 3339, UTC, with milliseconds.
    public var at: String
    /// The amount of a food; nil for energy without a food.
    public var amount: FoodAmount?
    /// The name of energy without a food.
    public var name: String?
    /// The amounts of energy without a food.
    public var energy: Nutrients?

    /// Creates a content; either `amount`, or `name` and `energy` are given.
    public init(
        date: String,
        meal: Meal,
        at: String,
        amount: FoodAmount? = nil,
        name: String? = nil,
        energy: Nutrients? = nil
    ) {
        self.date = date
        self.meal = meal
        self.at = at
        self.amount = amount
        self.name = name
        self.energy = energy
    }

    /// Returns the content after changes.
    public func applying(_ changes: EntryChanges) -> EntryContent {
        EntryContent(
            date: changes.date ?? date,
            meal: changes.meal ?? meal,
            at: changes.at ?? at,
            amount: changes.amount ?? amount,
            name: changes.name ?? name,
            energy: changes.energy ?? energy
        )
    }

    /// Whether it is either an amount of a food, or energy with a name.
    var isConsistent: Bool {
        amount != nil ? name == nil && energy == nil : name != nil && energy != nil
    }
}

/// An amount of a food: a weight, or a number of portions.
public struct FoodAmount: Codable, Equatable, Sendable {
    /// The food in the catalog.
    public var foodId: String
    /// The weight; nil for portions.
    public var grams: Double?
    /// The name of the portion.
    public var portion: String?
    /// The number of portions.
    public var quantity: Double?

    /// Creates an amount.
    public init(foodId: String, grams: Double? = nil, portion: String? = nil, quantity: Double? = nil) {
        self.foodId = foodId
        self.grams = grams
        self.portion = portion
        self.quantity = quantity
    }
}

/// Changes of an entry; nil leaves a field as it is.
public struct EntryChanges: Codable, Equatable, Sendable {
    /// Moves the entry to a day.
    public var date: String?
    /// Moves the entry to a meal.
    public var meal: Meal?
    /// Sets the time of eating.
    public var at: String?
    /// Sets the amount, and with it the food.
    public var amount: FoodAmount?
    /// Sets the name of energy without a food.
    public var name: String?
    /// Sets the amounts of energy without a food.
    public var energy: Nutrients?

    /// Creates changes.
    public init(
        date: String? = nil,
        meal: Meal? = nil,
        at: String? = nil,
        amount: FoodAmount? = nil,
        name: String? = nil,
        energy: Nutrients? = nil
    ) {
        self.date = date
        self.meal = meal
        self.at = at
        self.amount = amount
        self.name = name
        self.energy = energy
    }
}

/// What is shown of an entry before the server has answered.
public struct EntryPreview: Codable, Equatable, Sendable {
    /// The name of the food or of the energy.
    public var name: String
    /// The address of an image.
    public var imageURL: String?
    /// The weight, also for an amount in portions.
    public var grams: Double?
    /// What to show instead of the name of the portion, in the user's language.
    public var portionLabel: String?
    /// The absolute amounts.
    public var nutrients: Nutrients

    /// Creates a preview.
    public init(
        name: String,
        imageURL: String? = nil,
        grams: Double? = nil,
        portionLabel: String? = nil,
        nutrients: Nutrients
    ) {
        self.name = name
        self.imageURL = imageURL
        self.grams = grams
        self.portionLabel = portionLabel
        self.nutrients = nutrients
    }
}
