/// Lists the sessions that ended so recently that one of their access tokens may not have expired yet.
///
/// For gateways, which verify tokens themselves. A gateway requests the whole list when it starts, and the items after
/// its position whenever auth's beacon reports news. It is separate from auth's outbox for two reasons. A gateway has
/// no need for auth's other events about people, and the list is complete whatever the age of the outbox.
package struct AuthEndedSessions: Contract {
    /// Sessions per page: less than half of a message's maximum size.
    package static let pageMax = 4_000

    /// A position in the list.
    package struct Position: Codable, Sendable, Equatable {
        /// The epoch of auth's database; a restored one has a new epoch, and clients request the whole list again.
        package var epoch: String
        package var number: Int64

        package init(epoch: String, number: Int64) {
            self.epoch = epoch
            self.number = number
        }
    }

    /// An ended session.
    package struct Item: Codable, Sendable, Equatable {
        package var id: SessionID
        /// Seconds since 1970 by auth's clock, as in tokens; no token of the session was issued later.
        package var endedAt: Int

        package init(id: SessionID, endedAt: Int) {
            self.id = id
            self.endedAt = endedAt
        }
    }

    package struct Reply: Codable, Sendable {
        package var items: [Item]
        /// The position after the last item.
        package var position: Position
        package var isMore: Bool

        package init(items: [Item], position: Position, isMore: Bool) {
            self.items = items
            self.position = position
            self.isMore = isMore
        }
    }

    package static let method = Method("auth.sessions.ended", of: .auth, .read, .services)

    /// Nil for the whole list.
    package var after: Position?

    package init(after: Position?) {
        self.after = after
    }
}

extension AccessTokenClaims {
    /// Range of the lifetime of an access token, in minutes; auth's configuration is within it.
    package static let lifetimeMinutes = 1...60
    /// Maximum difference between the clocks of two hosts, in seconds; far more than between hosts that use a time
    /// server.
    package static let clockSkewMaxS = 300
    /// Maximum age, in seconds, at which a token is accepted.
    ///
    /// Ended sessions are remembered and retired keys are published for this time.
    package static let reachS = lifetimeMinutes.upperBound * 60 + clockSkewMaxS
}

extension API {
    /// The contracts of this file.
    static let endedSessions: [any Contract.Type] = [AuthEndedSessions.self]
}
