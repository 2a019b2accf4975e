extension FoodSearch.Action: Codable {
    /// Reads an action from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "opened": self = .opened(try .init(from: decoder))
        case "typed": self = .typed(try .init(from: decoder))
        case "paused": self = .paused(try .init(from: decoder))
        case "found": self = .found(try .init(from: decoder))
        case "failed": self = .failed(try .init(from: decoder))
        case "pick": self = .pick(try .init(from: decoder))
        case "logEnergy": self = .logEnergy(try .init(from: decoder))
        case "more": self = .more(try .init(from: decoder))
        case "less": self = .less(try .init(from: decoder))
        case "undo": self = .undo
        case "checkOut": self = .checkOut
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the action as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .opened(let payload): try encoder.encode(kind: "opened", payload)
        case .typed(let payload): try encoder.encode(kind: "typed", payload)
        case .paused(let payload): try encoder.encode(kind: "paused", payload)
        case .found(let payload): try encoder.encode(kind: "found", payload)
        case .failed(let payload): try encoder.encode(kind: "failed", payload)
        case .pick(let payload): try encoder.encode(kind: "pick", payload)
        case .logEnergy(let payload): try encoder.encode(kind: "logEnergy", payload)
        case .more(let payload): try encoder.encode(kind: "more", payload)
        case .less(let payload): try encoder.encode(kind: "less", payload)
        case .undo: try encoder.encode(kind: "undo")
        case .checkOut: try encoder.encode(kind: "checkOut")
        }
    }
}

extension FoodSearch.Effect: Codable {
    /// Reads an effect from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "wait": self = .wait(try .init(from: decoder))
        case "search": self = .search(try .init(from: decoder))
        case "log": self = .log(try .init(from: decoder))
        case "change": self = .change(try .init(from: decoder))
        case "remove": self = .remove(try .init(from: decoder))
        case "restore": self = .restore(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the effect as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .wait(let payload): try encoder.encode(kind: "wait", payload)
        case .search(let payload): try encoder.encode(kind: "search", payload)
        case .log(let payload): try encoder.encode(kind: "log", payload)
        case .change(let payload): try encoder.encode(kind: "change", payload)
        case .remove(let payload): try encoder.encode(kind: "remove", payload)
        case .restore(let payload): try encoder.encode(kind: "restore", payload)
        }
    }
}
