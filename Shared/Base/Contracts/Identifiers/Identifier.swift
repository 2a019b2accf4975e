/// A UUID with its kind in its type, so that a food's id cannot be used as a user's.
public struct Identifier<Kind>: Hashable, Sendable {
    public let uuid: UUIDv7

    public init(_ uuid: UUIDv7) {
        self.uuid = uuid
    }

    /// Returns a new id, which sorts after all ids made by this process before.
    public static func make() -> Self { Self(UUIDv7.make()) }
}

extension Identifier: LosslessStringConvertible {
    public init?(_ text: String) {
        guard let uuid = UUIDv7(text) else { return nil }
        self.uuid = uuid
    }

    public var description: String { uuid.description }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uuid = UUIDv7(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a UUID")
        }
        self.uuid = uuid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid.description)
    }
}

extension Identifier: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.uuid < right.uuid }
}

/// The kind of the ids of users.
public enum UserKind {}
/// The kind of the ids of sessions, one per sign-in.
public enum SessionKind {}
/// The kind of the ids of foods in the catalog.
public enum FoodKind {}
/// The kind of the ids of diary entries.
public enum EntryKind {}
/// The kind of the ids of events.
package enum EventKind {}
/// The kind of the ids of invitations to register.
public enum InvitationKind {}

public typealias UserID = Identifier<UserKind>
public typealias SessionID = Identifier<SessionKind>
public typealias FoodID = Identifier<FoodKind>
public typealias EntryID = Identifier<EntryKind>
package typealias EventID = Identifier<EventKind>
public typealias InvitationID = Identifier<InvitationKind>
