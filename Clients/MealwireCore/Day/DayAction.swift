extension Day {
    /// Something that happened.
    public enum Action: Equatable, Sendable {
        /// The user wants to see a day.
        case show(Show)
        /// The contents of a day were read or have changed; those of another day than the shown one are ignored.
        case loaded(DayContents)
        /// The user removed an entry.
        case remove(Removal)
        /// The user took the last removal back.
        case undo
        /// The user drank water.
        case drink(Drink)
    }

    /// Something that the app must do.
    public enum Effect: Equatable, Sendable {
        /// Read the contents of a day, and report `loaded` now and after each change.
        case load(Load)
        /// Remove an entry by ``DiarySync/Action/remove(_:)``.
        case remove(EntryReference)
        /// Restore an entry by ``DiarySync/Action/restore(_:)``.
        case restore(Restoration)
        /// Add water by ``DiarySync/Action/drink(_:)``.
        case drink(Water)
    }

    /// A day to show.
    public struct Show: Codable, Equatable, Sendable {
        /// The day, as `YYYY-MM-DD`.
        public var date: String
        /// The time.
        public var now: Milliseconds

        /// Creates a wish.
        public init(date: String, now: Milliseconds) {
            self.date = date
            self.now = now
        }
    }

    /// An entry to remove.
    public struct Removal: Codable, Equatable, Sendable {
        /// The entry's id.
        public var id: String
        /// The time.
        public var now: Milliseconds

        /// Creates a removal.
        public init(id: String, now: Milliseconds) {
            self.id = id
            self.now = now
        }
    }

    /// Water that was drunk.
    public struct Drink: Codable, Equatable, Sendable {
        /// The amount in millilitres.
        public var ml: Int
        /// The time.
        public var now: Milliseconds

        /// Creates a drink.
        public init(ml: Int, now: Milliseconds) {
            self.ml = ml
            self.now = now
        }
    }

    /// A day to read.
    public struct Load: Codable, Equatable, Sendable {
        /// The day, as `YYYY-MM-DD`.
        public var date: String

        /// Creates a value with these fields.
        public init(date: String) { self.date = date }
    }

    /// The id of an entry.
    public struct EntryReference: Codable, Equatable, Sendable {
        /// The id.
        public var id: String

        /// Creates a value with these fields.
        public init(id: String) { self.id = id }
    }

    /// An entry to restore.
    public struct Restoration: Codable, Equatable, Sendable {
        /// The entry as it was shown.
        public var entry: DiarySync.ShownEntry

        /// Creates a value with these fields.
        public init(entry: DiarySync.ShownEntry) { self.entry = entry }
    }

    /// Water to add to a day.
    public struct Water: Codable, Equatable, Sendable {
        /// The day, as `YYYY-MM-DD`.
        public var date: String
        /// The amount in millilitres.
        public var ml: Int

        /// Creates a value with these fields.
        public init(date: String, ml: Int) {
            self.date = date
            self.ml = ml
        }
    }
}

extension Day.Action: Codable {
    /// Reads an action from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "show": self = .show(try .init(from: decoder))
        case "loaded": self = .loaded(try .init(from: decoder))
        case "remove": self = .remove(try .init(from: decoder))
        case "undo": self = .undo
        case "drink": self = .drink(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the action as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .show(let payload): try encoder.encode(kind: "show", payload)
        case .loaded(let payload): try encoder.encode(kind: "loaded", payload)
        case .remove(let payload): try encoder.encode(kind: "remove", payload)
        case .undo: try encoder.encode(kind: "undo")
        case .drink(let payload): try encoder.encode(kind: "drink", payload)
        }
    }
}

extension Day.Effect: Codable {
    /// Reads an effect from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "load": self = .load(try .init(from: decoder))
        case "remove": self = .remove(try .init(from: decoder))
        case "restore": self = .restore(try .init(from: decoder))
        case "drink": self = .drink(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the effect as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .load(let payload): try encoder.encode(kind: "load", payload)
        case .remove(let payload): try encoder.encode(kind: "remove", payload)
        case .restore(let payload): try encoder.encode(kind: "restore", payload)
        case .drink(let payload): try encoder.encode(kind: "drink", payload)
        }
    }
}
