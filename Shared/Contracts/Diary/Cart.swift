/// Foods that are gathered to be logged at once; each person has one cart.
package struct Cart: Codable, Sendable, Equatable {
    /// Foods in one cart: more than any meal is made of.
    package static let itemsMax = 100

    /// Counts its changes, from 1; 0 for one that nobody has put anything into yet.
    package var version: Int
    /// In the order in which they were put in.
    package var items: [CartItem]
    /// Energy that is logged besides the foods.
    @Nullable package var additionalKcal: Double?
    /// What that energy is of.
    @Nullable package var additionalName: String?
    package var totals: Nutrients
    /// Nutrients whose total is too low, because something in the cart does not know them.
    package var incomplete: [String]

    package init(
        version: Int,
        items: [CartItem],
        additionalKcal: Double?,
        additionalName: String?,
        totals: Nutrients,
        incomplete: [String]
    ) {
        self.version = version
        self.items = items
        self._additionalKcal = Nullable(wrappedValue: additionalKcal)
        self._additionalName = Nullable(wrappedValue: additionalName)
        self.totals = totals
        self.incomplete = incomplete
    }
}

/// A food in a cart.
package struct CartItem: Codable, Sendable, Equatable {
    package var foodId: FoodID
    package var name: String
    @Nullable package var imageURL: String?
    package var grams: Double
    @Nullable package var portion: String?
    @Nullable package var quantity: Double?
    /// What that amount has.
    package var nutrients: Nutrients
    /// When it was put in, RFC 3339, UTC.
    package var addedAt: String

    package init(
        foodId: FoodID,
        name: String,
        imageURL: String?,
        grams: Double,
        portion: String?,
        quantity: Double?,
        nutrients: Nutrients,
        addedAt: String
    ) {
        self.foodId = foodId
        self.name = name
        self._imageURL = Nullable(wrappedValue: imageURL)
        self.grams = grams
        self._portion = Nullable(wrappedValue: portion)
        self._quantity = Nullable(wrappedValue: quantity)
        self.nutrients = nutrients
        self.addedAt = addedAt
    }

    private enum CodingKeys: String, CodingKey {
        case foodId
        case name
        case imageURL
        case grams
        case portion
        case quantity
        case addedAt
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        foodId = try container.decode(FoodID.self, forKey: .foodId)
        name = try container.decode(String.self, forKey: .name)
        _imageURL = try container.decode(Nullable<String>.self, forKey: .imageURL)
        grams = try container.decode(Double.self, forKey: .grams)
        _portion = try container.decode(Nullable<String>.self, forKey: .portion)
        _quantity = try container.decode(Nullable<Double>.self, forKey: .quantity)
        addedAt = try container.decode(String.self, forKey: .addedAt)
        nutrients = try Nutrients(from: decoder)
    }

    /// The nutrients stand beside the food's own fields, as they do in an entry.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(foodId, forKey: .foodId)
        try container.encode(name, forKey: .name)
        try container.encode(_imageURL, forKey: .imageURL)
        try container.encode(grams, forKey: .grams)
        try container.encode(_portion, forKey: .portion)
        try container.encode(_quantity, forKey: .quantity)
        try container.encode(addedAt, forKey: .addedAt)
        try nutrients.encode(to: encoder)
    }
}
