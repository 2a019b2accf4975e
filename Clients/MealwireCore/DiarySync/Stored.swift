/// What an app keeps on the device for one user: a copy of the server's data, and the queue of writes.
public struct Stored: Codable, Equatable, Sendable {
    /// The user that all this belongs to; empty while no store is open.
    public var user: String
    /// The cursor of the copy; nil before the first page.
    public var cursor: String?
    /// The entries on the server, by id.
    public var entries: [String: DiaryEntry]
    /// Days with water or a note on the server, by date.
    public var days: [String: DayExtras]
    /// The measurements on the server, by id.
    public var measurements: [String: Measurement]
    /// The writes in the order of the queue.
    public var writes: [Write]

    /// Creates an empty store.
    public init(user: String) {
        self.user = user
        entries = [:]
        days = [:]
        measurements = [:]
        writes = []
    }

    /// Applies a change, as the app's store does.
    public mutating func apply(_ change: StoreChange) {
        switch change {
        case .putWrite(let put):
            if let index = writes.firstIndex(where: { $0.id == put.write.id }) {
                writes[index] = put.write
            } else {
                let index = writes.lastIndex { $0.order < put.write.order }.map { $0 + 1 } ?? 0
                writes.insert(put.write, at: index)
            }
        case .removeWrite(let key): writes.removeAll { $0.id == key.id }
        case .putEntry(let put): entries[put.entry.id] = put.entry
        case .removeEntry(let key): entries[key.id] = nil
        case .putDay(let put): days[put.day.date] = put.day
        case .putMeasurement(let put): measurements[put.measurement.id] = put.measurement
        case .removeMeasurement(let key): measurements[key.id] = nil
        case .setCursor(let set): cursor = set.cursor
        case .clearDiary:
            entries = [:]
            days = [:]
            cursor = nil
        case .replace(let replacement): self = replacement.stored
        }
    }
}

/// A change of the store on the device.
public enum StoreChange: Equatable, Sendable {
    /// A write to store in the place of the one with its id.
    public struct WritePut: Codable, Equatable, Sendable {
        /// The write.
        public var write: Write

        /// Creates a value with these fields.
        public init(write: Write) { self.write = write }
    }

    /// An entry to store in the place of the one with its id.
    public struct EntryStored: Codable, Equatable, Sendable {
        /// The entry.
        public var entry: DiaryEntry

        /// Creates a value with these fields.
        public init(entry: DiaryEntry) { self.entry = entry }
    }

    /// A day to store in the place of the one with its date.
    public struct DayStored: Codable, Equatable, Sendable {
        /// The day.
        public var day: DayExtras

        /// Creates a value with these fields.
        public init(day: DayExtras) { self.day = day }
    }

    /// A measurement to store in the place of the one with its id.
    public struct MeasurementStored: Codable, Equatable, Sendable {
        /// The measurement.
        public var measurement: Measurement

        /// Creates a value with these fields.
        public init(measurement: Measurement) { self.measurement = measurement }
    }

    /// The key of a record to remove.
    public struct Key: Codable, Equatable, Sendable {
        /// The id.
        public var id: String

        /// Creates a value with these fields.
        public init(id: String) { self.id = id }
    }

    /// A cursor to store.
    public struct CursorSet: Codable, Equatable, Sendable {
        /// The cursor.
        public var cursor: String?

        /// Creates a value with these fields.
        public init(cursor: String? = nil) { self.cursor = cursor }
    }

    /// A whole store.
    public struct Replacement: Codable, Equatable, Sendable {
        /// The contents.
        public var stored: Stored

        /// Creates a value with these fields.
        public init(stored: Stored) { self.stored = stored }
    }

    /// Stores a write.
    case putWrite(WritePut)
    /// Removes a write.
    case removeWrite(Key)
    /// Stores an entry of the server.
    case putEntry(EntryStored)
    /// Removes an entry of the server.
    case removeEntry(Key)
    /// Stores a day of the server.
    case putDay(DayStored)
    /// Stores a measurement of the server.
    case putMeasurement(MeasurementStored)
    /// Removes a measurement of the server.
    case removeMeasurement(Key)
    /// Stores the cursor of the copy.
    case setCursor(CursorSet)
    /// Removes all entries and days of the server, and the cursor.
    case clearDiary
    /// Replaces everything, after an earlier change could not be saved.
    case replace(Replacement)
}

extension StoreChange: Codable {
    /// Reads a change from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "putWrite": self = .putWrite(try WritePut(from: decoder))
        case "removeWrite": self = .removeWrite(try Key(from: decoder))
        case "putEntry": self = .putEntry(try EntryStored(from: decoder))
        case "removeEntry": self = .removeEntry(try Key(from: decoder))
        case "putDay": self = .putDay(try DayStored(from: decoder))
        case "putMeasurement": self = .putMeasurement(try MeasurementStored(from: decoder))
        case "removeMeasurement": self = .removeMeasurement(try Key(from: decoder))
        case "setCursor": self = .setCursor(try CursorSet(from: decoder))
        case "clearDiary": self = .clearDiary
        case "replace": self = .replace(try Replacement(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the change as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .putWrite(let put): try encoder.encode(kind: "putWrite", put)
        case .removeWrite(let key): try encoder.encode(kind: "removeWrite", key)
        case .putEntry(let put): try encoder.encode(kind: "putEntry", put)
        case .removeEntry(let key): try encoder.encode(kind: "removeEntry", key)
        case .putDay(let put): try encoder.encode(kind: "putDay", put)
        case .putMeasurement(let put): try encoder.encode(kind: "putMeasurement", put)
        case .removeMeasurement(let key): try encoder.encode(kind: "removeMeasurement", key)
        case .setCursor(let set): try encoder.encode(kind: "setCursor", set)
        case .clearDiary: try encoder.encode(kind: "clearDiary")
        case .replace(let replacement): try encoder.encode(kind: "replace", replacement)
        }
    }
}
