package import Calendar
public import JSONCoding

/// A day of a diary in its current state: only what a ranking needs.
package struct DayChanged: EventPayload {
    package static let type = EventType(rawValue: "diary.day.changed")
    package static let sentence = "A day of a diary in its current state: only what a ranking needs."
    package var factKey: String { date.description }

    package var date: PlainDate
    package var kcal: Double
    @Nullable package var targetKcal: Int?
    package var entries: Int
    /// True if the user has marked the day as complete; else nil.
    package var isComplete: Bool?

    package init(date: PlainDate, kcal: Double, targetKcal: Int?, entries: Int, isComplete: Bool? = nil) {
        self.date = date
        self.kcal = kcal
        self.targetKcal = targetKcal
        self.entries = entries
        self.isComplete = isComplete
    }
}

/// A user's use of one food in its current state, published whenever an entry with it is added, removed or moved to
/// another meal, and when the amount of the newest one changes.
///
/// A state and no difference, so it can be delivered again and by a ``Snapshot``.
package struct FoodLogged: EventPayload, Equatable {
    package static let type = EventType(rawValue: "diary.food.logged")
    package static let sentence = "A user's use of one food in its current state."
    package var factKey: String { foodId.description }

    package var foodId: FoodID
    /// The number of entries with this food in the user's diary; 0 after the last one was removed.
    package var count: Int
    /// The time of the newest of these entries; RFC 3339, UTC; null if there is none.
    @Nullable package var lastAt: String?
    /// The meal of that entry; null if there is none.
    @Nullable package var lastMeal: Meal?
    /// The amount of that entry; omitted if there is none, and in events of older versions.
    package var lastAmount: UsualFoodAmount?

    package init(
        foodId: FoodID,
        count: Int,
        lastAt: String?,
        lastMeal: Meal?,
        lastAmount: UsualFoodAmount? = nil
    ) {
        self.foodId = foodId
        self.count = count
        self.lastAt = lastAt
        self.lastMeal = lastMeal
        self.lastAmount = lastAmount
    }
}

/// The shared foods of a user on one day, in their current state.
///
/// A state and no difference, so it can be delivered again and by a ``Snapshot``.
public struct DayShared: EventPayload, Equatable {
    /// One entry as other users see it.
    public struct SharedFood: FlatNutrientRecord {
        public struct Fields: Codable, Sendable, Equatable {
            /// The entry; null for a day that was shared before this field existed.
            @Nullable public var id: EntryID?
            public var meal: Meal
            /// The food, which other users may log if they can read it; null for an entry without a food.
            @Nullable public var foodId: FoodID?
            public var name: String
            /// The signed address of the image of entry or food, valid for an hour or two; null without one.
            ///
            /// Events have none.
            @Nullable public var imageURL: String?
            /// The address of the picture of entry or food, a path on this server; omitted without both, and in events.
            public var picture: String?
            /// Null for an entry of energy without a food.
            @Nullable public var grams: Double?
            public var kcal: Double
        }

        public var fields: Fields
        public var amounts: NutrientAmounts

        /// Creates an entry without an image.
        public init(
            id: EntryID? = nil,
            meal: Meal,
            foodId: FoodID? = nil,
            name: String,
            grams: Double?,
            nutrients: Nutrients
        ) {
            fields = Fields(
                id: id,
                meal: meal,
                foodId: foodId,
                name: name,
                imageURL: nil,
                grams: grams,
                kcal: nutrients.kcal
            )
            amounts = nutrients.amounts
        }

        public init(from decoder: any Decoder) throws { (fields, amounts) = try Self.parts(from: decoder) }

        /// Returns the food as replies have it.
        ///
        /// - Parameter imageURL: The signed address of its image; nil without one.
        /// - Returns: The food with the addresses of image and picture.
        package func shown(imageURL: String?) -> SharedFood {
            var food = self
            food.fields.imageURL = imageURL
            food.fields.picture = FoodPicture.path(of: fields.foodId, image: imageURL)
            return food
        }

        /// Creates an entry of which only the energy is known.
        public init(meal: Meal, name: String, grams: Double?, kcal: Double) {
            self.init(meal: meal, name: name, grams: grams, nutrients: Nutrients(kcal: kcal))
        }
    }

    /// Maximum number of shared foods per day: enough for other users, few enough for many such events in one message.
    package static let foodsMax = 100
    /// Maximum length of a shared name, in characters.
    package static let nameLengthMax = 100

    package static let type = EventType(rawValue: "diary.day.shared")
    package static let sentence = "The shared foods of a user on one day, in their current state."
    package var factKey: String { date.description }

    package var date: PlainDate
    /// In the order of the day.
    package var foods: [SharedFood]
    /// The newest time of logging among the foods, RFC 3339, which orders days of several users; nil without foods.
    package var latestAt: String?

    package init(date: PlainDate, foods: [SharedFood], latestAt: String? = nil) {
        self.date = date
        self.foods = foods
        self.latestAt = latestAt
    }
}

/// A change in a diary that ``DayChanged`` does not cover.
package struct DiaryDataChanged: EventPayload, Equatable {
    /// What has changed.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case cart
        /// Water, note or mark of a day.
        case extras
        /// The list of favourite foods.
        case favourites
        /// A plan, which may have been removed.
        case plan
        /// The shopping list of a plan.
        case shopping
    }

    package static let type = EventType(rawValue: "diary.data.changed")
    package static let sentence = "The cart, or water or note of a day, has changed."

    package var kind: Kind
    /// The day of the extras; null for others.
    @Nullable package var date: PlainDate?
    /// The plan; omitted for other kinds.
    package var id: String?
    /// The current version.
    package var version: Int

    package init(kind: Kind, date: PlainDate?, id: String? = nil, version: Int) {
        self.kind = kind
        self.date = date
        self.id = id
        self.version = version
    }
}
