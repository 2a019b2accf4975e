/// The sessions that have ended so recently that an access token of theirs may not have expired yet.
///
/// For gateways, which verify tokens by themselves. They ask for all at their start, and behind their place whenever
/// auth's beacon tells of something new. It is a list of its own, and not auth's outbox, because a gateway has no
/// business with what else auth tells of people, and because it is whole however old the outbox is.
package struct AuthEndedSessions: Contract {
    /// Sessions in one page: less than half of what a message may have.
    package static let pageMax = 4_000

    /// How far somebody knows the list.
    package struct Place: Codable, Sendable, Equatable {
        /// That of auth's database; a restored one has another, and is asked for the whole list again.
        package var epoch: String
        package var number: Int64

        package init(epoch: String, number: Int64) {
            self.epoch = epoch
            self.number = number
        }
    }

    /// A session that is over.
    package struct Item: Codable, Sendable, Equatable {
        package var id: SessionID
        /// Seconds since 1970 by auth's clock, as in tokens: none was issued later.
        package var endedAt: Int

        package init(id: SessionID, endedAt: Int) {
            self.id = id
            self.endedAt = endedAt
        }
    }

    package struct Reply: Codable, Sendable {
        package var items: [Item]
        /// Behind the last item.
        package var place: Place
        package var isMore: Bool

        package init(items: [Item], place: Place, isMore: Bool) {
            self.items = items
            self.place = place
            self.isMore = isMore
        }
    }

    package static let method = Method("auth.sessions.ended", of: .auth, .read, .services)

    /// Nil for the whole list.
    package var after: Place?

    package init(after: Place?) {
        self.after = after
    }
}

extension AccessTokenClaims {
    /// For how many minutes an access token can be good; auth is configured within this.
    package static let lifetimeMinutes = 1...60
    /// How far the clocks of two hosts may be apart, in seconds: far more than those that ask a time server.
    package static let clockSkewMaxS = 300
    /// How long after its issue a token may be taken at most, in seconds: so long an ended session is remembered, and a
    /// retired key is published.
    package static let reachS = lifetimeMinutes.upperBound * 60 + clockSkewMaxS
}
