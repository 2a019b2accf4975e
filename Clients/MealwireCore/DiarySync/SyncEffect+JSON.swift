extension DiarySync.Effect: Codable {
    /// Reads an effect from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "save": self = .save(try .init(from: decoder))
        case "send": self = .send(try .init(from: decoder))
        case "wake": self = .wake(try .init(from: decoder))
        case "openStore": self = .openStore(try .init(from: decoder))
        case "wipe": self = .wipe(try .init(from: decoder))
        case "removalOverruled": self = .removalOverruled(try .init(from: decoder))
        case "revived": self = .revived(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the effect as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .save(let payload): try encoder.encode(kind: "save", payload)
        case .send(let payload): try encoder.encode(kind: "send", payload)
        case .wake(let payload): try encoder.encode(kind: "wake", payload)
        case .openStore(let payload): try encoder.encode(kind: "openStore", payload)
        case .wipe(let payload): try encoder.encode(kind: "wipe", payload)
        case .removalOverruled(let payload): try encoder.encode(kind: "removalOverruled", payload)
        case .revived(let payload): try encoder.encode(kind: "revived", payload)
        }
    }
}

extension DiarySync.Call: Codable {
    /// Reads a call from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "putEntry": self = .putEntry(try .init(from: decoder))
        case "removeEntry": self = .removeEntry(try .init(from: decoder))
        case "addMeasurement": self = .addMeasurement(try decoder.payload(under: .measurement))
        case "removeMeasurement": self = .removeMeasurement(try .init(from: decoder))
        case "addWater": self = .addWater(try decoder.payload(under: .water))
        case "removeWater": self = .removeWater(try decoder.payload(under: .water))
        case "changes": self = .changes(try .init(from: decoder))
        case "measurements": self = .measurements
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the call as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .putEntry(let payload): try encoder.encode(kind: "putEntry", payload)
        case .removeEntry(let payload): try encoder.encode(kind: "removeEntry", payload)
        case .addMeasurement(let measurement):
            try encoder.encode(kind: "addMeasurement", measurement, under: .measurement)
        case .removeMeasurement(let payload): try encoder.encode(kind: "removeMeasurement", payload)
        case .addWater(let water): try encoder.encode(kind: "addWater", water, under: .water)
        case .removeWater(let water): try encoder.encode(kind: "removeWater", water, under: .water)
        case .changes(let payload): try encoder.encode(kind: "changes", payload)
        case .measurements: try encoder.encode(kind: "measurements")
        }
    }
}
