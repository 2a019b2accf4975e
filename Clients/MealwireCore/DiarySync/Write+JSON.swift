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

/// The key of a measurement or an addition of water, which has a field `kind` or `id` of its own.
private enum PayloadKey: String, CodingKey {
    case measurement
    case water
}

extension WriteChange: Codable {
    /// Reads a change from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PayloadKey.self)
        switch try decoder.kind() {
        case "putEntry": self = .putEntry(try EntryPut(from: decoder))
        case "removeEntry": self = .removeEntry(try EntryRemoval(from: decoder))
        case "addMeasurement": self = .addMeasurement(try container.decode(Measurement.self, forKey: .measurement))
        case "removeMeasurement":
            self = .removeMeasurement(try container.decode(Measurement.self, forKey: .measurement))
        case "addWater": self = .addWater(try container.decode(WaterAddition.self, forKey: .water))
        case "removeWater": self = .removeWater(try container.decode(WaterAddition.self, forKey: .water))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the change as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PayloadKey.self)
        switch self {
        case .putEntry(let put): try encoder.encode(kind: "putEntry", put)
        case .removeEntry(let removal): try encoder.encode(kind: "removeEntry", removal)
        case .addMeasurement(let measurement):
            try encoder.encode(kind: "addMeasurement")
            try container.encode(measurement, forKey: .measurement)
        case .removeMeasurement(let measurement):
            try encoder.encode(kind: "removeMeasurement")
            try container.encode(measurement, forKey: .measurement)
        case .addWater(let water):
            try encoder.encode(kind: "addWater")
            try container.encode(water, forKey: .water)
        case .removeWater(let water):
            try encoder.encode(kind: "removeWater")
            try container.encode(water, forKey: .water)
        }
    }
}
