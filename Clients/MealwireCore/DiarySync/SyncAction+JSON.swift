extension DiarySync.Action: Codable {
    /// Reads an action from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "opened": self = .opened(try .init(from: decoder))
        case "signedIn": self = .signedIn(try .init(from: decoder))
        case "sessionEnded": self = .sessionEnded
        case "erased": self = .erased
        case "create": self = .create(try .init(from: decoder))
        case "change": self = .change(try .init(from: decoder))
        case "remove": self = .remove(try .init(from: decoder))
        case "restore": self = .restore(try .init(from: decoder))
        case "measure": self = .measure(try .init(from: decoder))
        case "unmeasure": self = .unmeasure(try .init(from: decoder))
        case "drink": self = .drink(try .init(from: decoder))
        case "undrink": self = .undrink(try .init(from: decoder))
        case "resolve": self = .resolve(try .init(from: decoder))
        case "dismiss": self = .dismiss(try .init(from: decoder))
        case "answered": self = .answered(try .init(from: decoder))
        case "saved": self = .saved(try .init(from: decoder))
        case "saveFailed": self = .saveFailed(try .init(from: decoder))
        case "woke": self = .woke(try .init(from: decoder))
        case "online": self = .online(try .init(from: decoder))
        case "sync": self = .sync(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the action as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .opened(let payload): try encoder.encode(kind: "opened", payload)
        case .signedIn(let payload): try encoder.encode(kind: "signedIn", payload)
        case .sessionEnded: try encoder.encode(kind: "sessionEnded")
        case .erased: try encoder.encode(kind: "erased")
        case .create(let payload): try encoder.encode(kind: "create", payload)
        case .change(let payload): try encoder.encode(kind: "change", payload)
        case .remove(let payload): try encoder.encode(kind: "remove", payload)
        case .restore(let payload): try encoder.encode(kind: "restore", payload)
        case .measure(let payload): try encoder.encode(kind: "measure", payload)
        case .unmeasure(let payload): try encoder.encode(kind: "unmeasure", payload)
        case .drink(let payload): try encoder.encode(kind: "drink", payload)
        case .undrink(let payload): try encoder.encode(kind: "undrink", payload)
        case .resolve(let payload): try encoder.encode(kind: "resolve", payload)
        case .dismiss(let payload): try encoder.encode(kind: "dismiss", payload)
        case .answered(let payload): try encoder.encode(kind: "answered", payload)
        case .saved(let payload): try encoder.encode(kind: "saved", payload)
        case .saveFailed(let payload): try encoder.encode(kind: "saveFailed", payload)
        case .woke(let payload): try encoder.encode(kind: "woke", payload)
        case .online(let payload): try encoder.encode(kind: "online", payload)
        case .sync(let payload): try encoder.encode(kind: "sync", payload)
        }
    }
}

extension DiarySync.Answer: Codable {
    /// Reads an answer from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "entry": self = .entry(try .init(from: decoder))
        case "measurement": self = .measurement(try .init(from: decoder))
        case "day": self = .day(try .init(from: decoder))
        case "gone": self = .gone
        case "changed": self = .changed(try .init(from: decoder))
        case "refused": self = .refused(try .init(from: decoder))
        case "busy": self = .busy(try .init(from: decoder))
        case "failed": self = .failed
        case "lost": self = .lost
        case "sessionOver": self = .sessionOver
        case "page": self = .page(try .init(from: decoder))
        case "measurements": self = .measurements(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the answer as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .entry(let payload): try encoder.encode(kind: "entry", payload)
        case .measurement(let payload): try encoder.encode(kind: "measurement", payload)
        case .day(let payload): try encoder.encode(kind: "day", payload)
        case .gone: try encoder.encode(kind: "gone")
        case .changed(let payload): try encoder.encode(kind: "changed", payload)
        case .refused(let payload): try encoder.encode(kind: "refused", payload)
        case .busy(let payload): try encoder.encode(kind: "busy", payload)
        case .failed: try encoder.encode(kind: "failed")
        case .lost: try encoder.encode(kind: "lost")
        case .sessionOver: try encoder.encode(kind: "sessionOver")
        case .page(let payload): try encoder.encode(kind: "page", payload)
        case .measurements(let payload): try encoder.encode(kind: "measurements", payload)
        }
    }
}
