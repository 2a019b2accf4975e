public import JSONCoding

/// A food with its nutrients per 100 g.
///
/// Unknown values are null, never 0. Lists omit the fields that only ``CatalogGet`` and similar methods return.
public struct Food: Codable, Sendable, Equatable, Versioned {
    public var id: FoodID
    /// In the requested language, if the food has a name in it.
    public var name: String
    @Nullable public var brand: String?
    @Nullable public var category: String?
    public var kcal: Double
    @Nullable public var proteinG: Double?
    @Nullable public var fatG: Double?
    @Nullable public var carbohydrateG: Double?
    @Nullable public var fiberG: Double?
    @Nullable public var sugarG: Double?
    @Nullable public var saturatedFatG: Double?
    @Nullable public var sodiumMg: Double?
    public var portions: [Portion]
    /// Doubts about its values: raw values of ``FoodFlag``.
    public var flags: [String]
    public var source: String
    @Nullable public var imageURL: String?
    /// The address of its picture, a path on this server; only in replies, and never stored.
    public var picture: String?
    /// A raw value of ``FoodType``.
    public var type: String?
    /// Raw values of ``Allergen`` that it contains; null if unknown, empty if there are none.
    @Nullable public var allergens: [String]?
    /// Grams of a millilitre, for amounts in millilitres; omitted if unknown.
    public var densityGPerMl: Double?
    /// Only in details: the time at which the catalog stored it first; RFC 3339, UTC; omitted if unknown.
    public var createdAt: String?
    /// Those of its allergens that are on the caller's own list; omitted if there are none.
    public var allergenMatches: [String]?
    /// Whether it is the caller's own; omitted otherwise.
    public var own: Bool?
    /// What the caller usually logs of it; omitted if the caller has no entry with it.
    ///
    /// Only in results of searches and of typed meals, and in details. It follows the diary within moments.
    public var usual: UsualFoodAmount?
    /// Only in details of own foods: whether all users find it.
    public var shared: Bool?
    /// Only in details: its names by language (`en`, `uk`, `th`, …).
    public var names: [String: String]?
    /// Only in details: GTIN-14.
    public var barcode: String?
    /// Only in details: as printed on the package.
    public var ingredients: String?
    /// Only in details: further nutrients per 100 g, by the raw values of ``FurtherNutrient``.
    public var nutrients: [String: Double]?
    /// Only in details of own foods: number of changes, from 1.
    public var version: Int?

    public init(
        id: FoodID,
        name: String,
        brand: String? = nil,
        category: String? = nil,
        kcal: Double,
        proteinG: Double?,
        fatG: Double?,
        carbohydrateG: Double?,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saturatedFatG: Double? = nil,
        sodiumMg: Double? = nil,
        portions: [Portion] = [],
        flags: [String] = [],
        source: String,
        imageURL: String? = nil,
        type: FoodType? = nil,
        allergens: [String]? = nil
    ) {
        self.id = id
        self.name = name
        self.brand = brand
        self.category = category
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.fiberG = fiberG
        self.sugarG = sugarG
        self.saturatedFatG = saturatedFatG
        self.sodiumMg = sodiumMg
        self.portions = portions
        self.flags = flags
        self.source = source
        self.imageURL = imageURL
        self.type = type?.rawValue
        self.allergens = allergens
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case brand
        case category
        case kcal
        case proteinG
        case fatG
        case carbohydrateG
        case fiberG
        case sugarG
        case saturatedFatG
        case sodiumMg
        case portions
        case flags
        case source
        case imageURL
        case picture
        case type
        case allergens
        case densityGPerMl
        case createdAt
        case allergenMatches
        case own
        case usual
        case shared
        case names
        case barcode
        case ingredients
        case nutrients
        case version
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder(encoder, CodingKeys.self)
        try fields.encode(id.description, forKey: .id)
        try fields.encode(name, forKey: .name)
        try fields.encode(nullable: brand, forKey: .brand)
        try fields.encode(nullable: category, forKey: .category)
        try fields.encode(kcal, forKey: .kcal)
        try fields.encode(nullable: proteinG, forKey: .proteinG)
        try fields.encode(nullable: fatG, forKey: .fatG)
        try fields.encode(nullable: carbohydrateG, forKey: .carbohydrateG)
        try fields.encode(nullable: fiberG, forKey: .fiberG)
        try fields.encode(nullable: sugarG, forKey: .sugarG)
        try fields.encode(nullable: saturatedFatG, forKey: .saturatedFatG)
        try fields.encode(nullable: sodiumMg, forKey: .sodiumMg)
        try fields.encode(portions, forKey: .portions)
        try fields.encode(flags, forKey: .flags)
        try fields.encode(source, forKey: .source)
        try fields.encode(nullable: imageURL, forKey: .imageURL)
        try fields.encodeIfPresent(picture, forKey: .picture)
        try fields.encodeIfPresent(type, forKey: .type)
        try fields.encode(nullable: allergens, forKey: .allergens)
        try fields.encodeIfPresent(densityGPerMl, forKey: .densityGPerMl)
        try fields.encodeIfPresent(createdAt, forKey: .createdAt)
        try fields.encodeIfPresent(allergenMatches, forKey: .allergenMatches)
        try fields.encodeIfPresent(own, forKey: .own)
        try fields.encodeIfPresent(usual, forKey: .usual)
        try fields.encodeIfPresent(shared, forKey: .shared)
        try fields.encodeIfPresent(names, forKey: .names)
        try fields.encodeIfPresent(barcode, forKey: .barcode)
        try fields.encodeIfPresent(ingredients, forKey: .ingredients)
        try fields.encodeIfPresent(nutrients, forKey: .nutrients)
        try fields.encodeIfPresent(version, forKey: .version)
    }
}

extension Food {
    /// Returns the name in a language, without regard to a region (`uk-UA`).
    ///
    /// - Parameter language: A language tag; nil for no preference.
    /// - Returns: The name, or ``name`` if the food has none in this language or is an item of a list.
    public func name(in language: String?) -> String {
        guard let language, let names else { return name }
        return names[language] ?? names[LanguageTag.code(of: language)] ?? name
    }

    /// Returns the food under its name in a language, with its portions.
    public func named(in language: String?) -> Food {
        var food = self
        food.name = name(in: language)
        for index in portions.indices where portions[index].names != nil {
            food.portions[index].label = portions[index].label(in: language)
        }
        return food
    }

    /// The portions in which it can be logged: its own, and ``Portion/ml`` if it has a density.
    public var loggablePortions: [Portion] {
        guard let densityGPerMl else { return portions }
        return portions + [Portion(name: Portion.ml, grams: densityGPerMl)]
    }

    /// The URL of its image, for storing it; nil for a signed URL, which soon expires.
    public var lastingImageURL: String? { imageURL.flatMap { $0.hasPrefix("https://") ? $0 : nil } }
}

/// The amount that a user is likely to log of a food next: that of the newest entry with it.
///
/// To log it, send `portion` and `quantity`, or `grams` if there is no portion.
public struct UsualFoodAmount: Codable, Sendable, Equatable {
    public var grams: Double
    @Nullable public var portion: String?
    @Nullable public var quantity: Double?

    public init(grams: Double, portion: String? = nil, quantity: Double? = nil) {
        self.grams = grams
        self.portion = portion
        self.quantity = quantity
    }
}

/// A household measure of a food, such as "1 cup", and its weight.
public struct Portion: Codable, Sendable, Equatable {
    /// The name of a millilitre as a portion: an amount of 250 ml is 250 of it.
    public static let ml = "ml"

    /// The key of the portion, the same in all languages: what amounts of entries refer to.
    public var name: String
    public var grams: Double
    /// What to show instead of the name in the requested language; omitted if it has no other name there.
    ///
    /// Only in replies: requests are read without it.
    public var label: String?
    /// Only in details: its names in other languages, by language (`uk`, `th`, …).
    public var names: [String: String]?

    public init(name: String, grams: Double, label: String? = nil, names: [String: String]? = nil) {
        self.name = name
        self.grams = grams
        self.label = label
        self.names = names
    }

    private enum CodingKeys: String, CodingKey {
        case name
        case grams
        case label
        case names
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder(encoder, CodingKeys.self)
        try fields.encode(name, forKey: .name)
        try fields.encode(grams, forKey: .grams)
        try fields.encodeIfPresent(label, forKey: .label)
        try fields.encodeIfPresent(names, forKey: .names)
    }

    /// Returns what to show instead of the name in a language, without regard to a region (`uk-UA`).
    ///
    /// - Parameter language: A language tag; nil for no preference.
    /// - Returns: The label; nil if the portion has no name in this language or is an item of a list.
    public func label(in language: String?) -> String? {
        guard let language, let names else { return nil }
        return names[language] ?? names[LanguageTag.code(of: language)]
    }
}
