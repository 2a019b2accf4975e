extension WriteStatus: Codable {
    /// Reads a status from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "waiting": self = .waiting
        case "sent": self = .sent
        case "conflict": self = .conflict(try WriteConflict(from: decoder))
        case "refused": self = .refused(try Problem(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the status as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .waiting: try encoder.encode(kind: "waiting")
        case .sent: try encoder.encode(kind: "sent")
        case .conflict(let conflict): try encoder.encode(kind: "conflict", conflict)
        case .refused(let problem): try encoder.encode(kind: "refused", problem)
        }
    }
}

extension WriteChange: Codable {
    /// Reads a change from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "putEntry": self = .putEntry(try EntryPut(from: decoder))
        case "removeEntry": self = .removeEntry(try EntryRemoval(from: decoder))
        case "addMeasurement": self = .addMeasurement(try decoder.payload(under: .measurement))
        case "removeMeasurement": self = .removeMeasurement(try decoder.payload(under: .measurement))
        case "addWater": self = .addWater(try decoder.payload(under: .water))
        case "removeWater": self = .removeWater(try decoder.payload(under: .water))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the change as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .putEntry(let put): try encoder.encode(kind: "putEntry", put)
        case .removeEntry(let removal): try encoder.encode(kind: "removeEntry", removal)
        case .addMeasurement(let measurement):
            try encoder.encode(kind: "addMeasurement", measurement, under: .measurement)
        case .removeMeasurement(let measurement):
            try encoder.encode(kind: "removeMeasurement", measurement, under: .measurement)
        case .addWater(let water): try encoder.encode(kind: "addWater", water, under: .water)
        case .removeWater(let water): try encoder.encode(kind: "removeWater", water, under: .water)
        }
    }
}
