public import JSONCoding

/// Returns foods of the catalog that a device keeps for use without a connection; the gateway adds recent foods and
/// returns ``OfflineFoods``.
public struct CatalogOffline: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [Food]

        public init(items: [Food]) {
            self.items = items
        }
    }

    /// Which foods to return.
    public enum Part: String, Codable, Sendable, CaseIterable {
        /// The caller's own foods, newest first.
        case own
        /// The foods that most users are likely to log.
        case common
    }

    /// Maximum number of foods of each part: enough for most meals, and few enough for the memory of a phone.
    public static let foodsMax = 1_000
    /// Maximum size of a reply, in bytes: below a message's limit, for foods with long names and many portions.
    public static let replyBytesMax = 768 * 1_024

    public static let method = Method("catalog.offline", of: .catalog, .read, .user)

    public static let rules: Rules<Self> = [.length(\.language, OfflineFoods.languageLength)]

    public var part: Part
    /// The language of the names, and of foods to prefer.
    public var language: String?

    public init(part: Part, language: String? = nil) {
        self.part = part
        self.language = language
    }
}

/// Returns the foods that the caller has logged last, with all that is needed to log them without a connection.
public struct DiaryFoodsOffline: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [OfflineRecentFood]

        public init(items: [OfflineRecentFood]) {
            self.items = items
        }
    }

    /// Maximum number of foods: most people eat fewer in a year.
    public static let foodsMax = 500

    public static let method = Method("diary.foods.offline", of: .diary, .read, .user)

    public static let rules: Rules<Self> = [.length(\.language, OfflineFoods.languageLength)]

    /// The language of the names; that of the profile by default.
    public var language: String?

    public init(language: String? = nil) {
        self.language = language
    }
}

/// A food with the amount logged last.
public struct OfflineRecentFood: Codable, Sendable, Equatable {
    public var food: Food
    public var grams: Double
    @Nullable public var portion: String?
    @Nullable public var quantity: Double?
    /// The number of entries with this food.
    public var count: Int

    public init(food: Food, grams: Double, portion: String?, quantity: Double?, count: Int) {
        self.food = food
        self.grams = grams
        self.portion = portion
        self.quantity = quantity
        self.count = count
    }
}

/// The foods that a device keeps for use without a connection, as one file.
///
/// Pictures that users have uploaded are left out, because their addresses expire.
public struct OfflineFoods: Codable, Sendable, Equatable {
    /// Characters of a language tag, as in a profile.
    public static let languageLength = 2...35

    /// The language of the names, as requested; null for each food's own.
    @Nullable public var language: String?
    /// The caller's own foods; null if the catalog did not answer.
    @Nullable public var own: [Food]?
    /// The foods that most users are likely to log, those with a name in the language first; null as ``own``.
    @Nullable public var common: [Food]?
    /// The foods that the caller has logged last; null if the diary did not answer.
    @Nullable public var recent: [OfflineRecentFood]?
    /// The services of missing parts: `food-catalog`, `diary`.
    public var unavailable: [String]
    /// Identifies the content; `ETag` has it in quotes.
    public var digest: String

    public init(
        language: String?,
        own: [Food]?,
        common: [Food]?,
        recent: [OfflineRecentFood]?,
        unavailable: [String],
        digest: String
    ) {
        self.language = language
        self.own = own
        self.common = common
        self.recent = recent
        self.unavailable = unavailable
        self.digest = digest
    }
}

extension API {
    /// The contracts of this file.
    static let offlineFoods: [any Contract.Type] = [CatalogOffline.self]
}

extension API {
    /// The contracts of this file.
    static let offlineFoodsOfDiary: [any Contract.Type] = [DiaryFoodsOffline.self]
}
