extension FoodSearch {
    /// Something that happened.
    public enum Action: Equatable, Sendable {
        /// A visit for a meal began.
        case opened(Opening)
        /// The text in the field changed.
        case typed(Typing)
        /// The wait of a search is over.
        case paused(RequestReference)
        /// A search has an answer.
        case found(Found)
        /// A search failed.
        case failed(RequestReference)
        /// The user picked a food.
        case pick(Pick)
        /// The user picked the offered energy.
        case logEnergy(EnergyEntry)
        /// The user wants one step more of an item.
        case more(TrayReference)
        /// The user wants one step less of an item.
        case less(TrayReference)
        /// The user took the last change of the tray back.
        case undo
        /// The user logs what was collected.
        case checkOut
    }

    /// Something that the app must do.
    public enum Effect: Equatable, Sendable {
        /// Report `paused` after a duration.
        case wait(Wait)
        /// Search, then report `found` or `failed`.
        case search(Search)
        /// Create an entry by ``DiarySync/Action/create(_:)``.
        case log(Logging)
        /// Change an entry by ``DiarySync/Action/change(_:)``.
        case change(AmountChange)
        /// Remove an entry by ``DiarySync/Action/remove(_:)``.
        case remove(TrayReference)
        /// Restore an entry by ``DiarySync/Action/restore(_:)``.
        case restore(Logging)
    }

    /// The beginning of a visit.
    public struct Opening: Codable, Equatable, Sendable {
        /// The day, as `YYYY-MM-DD`.
        public var date: String
        /// The meal.
        public var meal: Meal
        /// Whether foods are collected first.
        public var collects: Bool

        /// Creates an opening.
        public init(date: String, meal: Meal, collects: Bool = false) {
            self.date = date
            self.meal = meal
            self.collects = collects
        }
    }

    /// The text in the field.
    public struct Typing: Codable, Equatable, Sendable {
        /// The text.
        public var text: String

        /// Creates a text.
        public init(text: String) { self.text = text }
    }

    /// The number of a search.
    public struct RequestReference: Codable, Equatable, Sendable {
        /// The number.
        public var request: Int

        /// Creates a reference.
        public init(request: Int) { self.request = request }
    }

    /// The answer to a search.
    public struct Found: Codable, Equatable, Sendable {
        /// The number of the search.
        public var request: Int
        /// The foods, the best first.
        public var foods: [FoodHit]

        /// Creates an answer.
        public init(request: Int, foods: [FoodHit]) {
            self.request = request
            self.foods = foods
        }
    }

    /// A food that the user picked.
    public struct Pick: Codable, Equatable, Sendable {
        /// A new UUID for the entry.
        public var entry: String
        /// The food.
        public var food: FoodHit
        /// The time of eating; RFC 3339, UTC.
        public var at: String

        /// Creates a pick.
        public init(entry: String, food: FoodHit, at: String) {
            self.entry = entry
            self.food = food
            self.at = at
        }
    }

    /// Energy that the user picked.
    public struct EnergyEntry: Codable, Equatable, Sendable {
        /// A new UUID for the entry.
        public var entry: String
        /// The name in the user's language, for example "Energy".
        public var name: String
        /// The time of eating; RFC 3339, UTC.
        public var at: String

        /// Creates a pick.
        public init(entry: String, name: String, at: String) {
            self.entry = entry
            self.name = name
            self.at = at
        }
    }

    /// A wait before a search.
    public struct Wait: Codable, Equatable, Sendable {
        /// The number of the search.
        public var request: Int
        /// How long to wait.
        public var duration: Milliseconds

        /// Creates a value with these fields.
        public init(request: Int, duration: Milliseconds) {
            self.request = request
            self.duration = duration
        }
    }

    /// A search.
    public struct Search: Codable, Equatable, Sendable {
        /// The number of the search.
        public var request: Int
        /// The text to search for.
        public var text: String

        /// Creates a value with these fields.
        public init(request: Int, text: String) {
            self.request = request
            self.text = text
        }
    }

    /// An entry to create, or to restore.
    public struct Logging: Codable, Equatable, Sendable {
        /// The entry's id.
        public var entry: String
        /// The entry's content.
        public var content: EntryContent
        /// What is shown until the server has answered.
        public var preview: EntryPreview

        /// Creates a value with these fields.
        public init(entry: String, content: EntryContent, preview: EntryPreview) {
            self.entry = entry
            self.content = content
            self.preview = preview
        }
    }

    /// A new amount of an entry.
    public struct AmountChange: Codable, Equatable, Sendable {
        /// The entry's id.
        public var entry: String
        /// The amount of the food.
        public var amount: FoodAmount?
        /// The energy.
        public var energy: Nutrients?
        /// What is shown until the server has answered.
        public var preview: EntryPreview

        /// Creates a value with these fields.
        public init(entry: String, amount: FoodAmount? = nil, energy: Nutrients? = nil, preview: EntryPreview) {
            self.entry = entry
            self.amount = amount
            self.energy = energy
            self.preview = preview
        }
    }
}
