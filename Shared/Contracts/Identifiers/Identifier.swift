/// A UUID with its kind in its type, so that a food's id cannot be used as a user's.
package struct Identifier<Kind>: Hashable, Sendable {
    package let uuid: UUIDv7

    package init(_ uuid: UUIDv7) {
        self.uuid = uuid
    }

    /// Returns a new id, which sorts after all ids made by this process before.
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

/// The kind of the ids of users.
package enum UserKind {}
/// The kind of the ids of sessions, one per sign-in.
package enum SessionKind {}
/// The kind of the ids of foods in the catalog.
package enum FoodKind {}
/// The kind of the ids of diary entries.
package enum EntryKind {}
/// The kind of the ids of events.
package enum EventKind {}
/// The kind of the ids of invitations to register.
package enum InvitationKind {}

package typealias UserID = Identifier<UserKind>
package typealias SessionID = Identifier<SessionKind>
package typealias FoodID = Identifier<FoodKind>
package typealias EntryID = Identifier<EntryKind>
package typealias EventID = Identifier<EventKind>
package typealias InvitationID = Identifier<InvitationKind>
