/// A UUID whose kind is part of its type, so that a food's id is never taken for a user's.
package struct Identifier<Kind>: Hashable, Sendable {
    package let uuid: UUIDv7

    package init(_ uuid: UUIDv7) {
        self.uuid = uuid
    }

    /// Returns a new id, which sorts after those that this process made before.
    package static func make() -> Self { Self(UUIDv7.make()) }
}

extension Identifier: LosslessStringConvertible {
    package init?(_ text: String) {
        guard let uuid = UUIDv7(text) else { return nil }
        self.uuid = uuid
    }

    package var description: String { uuid.description }
}

extension Identifier: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uuid = UUIDv7(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a UUID")
        }
        self.uuid = uuid
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid.description)
    }
}

extension Identifier: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.uuid < right.uuid }
}

/// Kinds of ids.
package enum UserKind {}
/// The kind of a sign-in on one device.
package enum SessionKind {}
/// The kind of a food in the catalogue.
package enum FoodKind {}
/// The kind of an entry in a diary.
package enum EntryKind {}
/// The kind of an event.
package enum EventKind {}
/// The kind of an invitation to register.
package enum InvitationKind {}

package typealias UserID = Identifier<UserKind>
package typealias SessionID = Identifier<SessionKind>
package typealias FoodID = Identifier<FoodKind>
package typealias EntryID = Identifier<EntryKind>
package typealias EventID = Identifier<EventKind>
package typealias InvitationID = Identifier<InvitationKind>
