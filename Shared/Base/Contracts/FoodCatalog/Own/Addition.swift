/// A request that creates an object with fields entered by a client: these fields and an optional id.
public protocol CreateRequest: Contract {
    associatedtype Identifier: Codable & Sendable
    associatedtype Fields: Codable & Sendable

    var id: Identifier? { get }
    var fields: Fields { get }

    init(_ fields: Fields, id: Identifier?)
}

/// A request that changes some fields of such an object: these fields, its id, and optionally the required version.
public protocol UpdateRequest: Contract {
    associatedtype Identifier: Codable & Sendable
    associatedtype Fields: Codable & Sendable

    var id: Identifier { get }
    var ifVersion: Int? { get }
    var change: Fields { get }

    init(_ id: Identifier, _ change: Fields, ifVersion: Int?)
}

private enum AdditionKeys: String, CodingKey {
    case id
}

private enum AlterationKeys: String, CodingKey {
    case id
    case ifVersion
}

extension CreateRequest {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AdditionKeys.self)
        let fields = try Fields(from: decoder)
        self.init(fields, id: try container.decodeIfPresent(Identifier.self, forKey: .id))
    }

    public func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
        var container = encoder.container(keyedBy: AdditionKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
    }
}

extension UpdateRequest {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AlterationKeys.self)
        let change = try Fields(from: decoder)
        let id = try container.decode(Identifier.self, forKey: .id)
        self.init(id, change, ifVersion: try container.decodeIfPresent(Int.self, forKey: .ifVersion))
    }

    public func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder)
        var container = encoder.container(keyedBy: AlterationKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(ifVersion, forKey: .ifVersion)
    }
}
