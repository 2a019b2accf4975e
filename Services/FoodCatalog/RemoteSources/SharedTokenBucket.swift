package import Contracts

/// A rate limit that all users share, so that one user cannot take all of it; times are those of ``TokenBucket``.
///
/// A user may take any token within a third of the limit. Beyond that, a part of the tokens stays for the others, but
/// none is lost: a user that is alone may use the whole limit of a minute.
package struct SharedTokenBucket: Sendable {
    /// Users whose requests are counted; more are rare, and each takes some bytes.
    private static let usersMax = 1_000
    /// The part of the limit that each user has first.
    private static let usersPerLimit = 3
    /// The part of the tokens that stays for other users.
    private static let reservedPart = 4
    /// The least limit of a bucket, also for the part of a user.
    private static let perMinuteMin = 2

    private var all: TokenBucket
    private let perMinuteOfUser: Int
    private var users: [UserID?: TokenBucket] = [:]

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - perMinute: The limit in any minute; at least 2.
    ///   - now: The current time.
    package init(perMinute: Int, at now: UInt64) {
        all = TokenBucket(perMinute: perMinute, at: now)
        perMinuteOfUser = max(Self.perMinuteMin, perMinute / Self.usersPerLimit)
    }

    /// Returns the nanoseconds until a user may take a token; 0 if it may now.
    ///
    /// - Parameters:
    ///   - user: The user; nil for requests without one, which share one part.
    ///   - now: The current time.
    /// - Returns: The wait, if no other user takes a token meanwhile.
    package mutating func wait(for user: UserID?, at now: UInt64) -> UInt64 {
        var own = own(user, now)
        return min(max(own.wait(at: now), all.wait(at: now)), all.wait(at: now, leaving: reserve))
    }

    /// Takes a token if the user may.
    package mutating func take(for user: UserID?, at now: UInt64) -> Bool {
        guard wait(for: user, at: now) == 0, all.take(at: now) else { return false }
        var own = own(user, now)
        _ = own.take(at: now)
        // A forgotten user has a full part again, and the limit of all still holds.
        if users[user] == nil, users.count >= Self.usersMax { users = [:] }
        users[user] = own
        return true
    }

    /// The tokens that stay for users with a part left: a quarter of those at once.
    private var reserve: Int { max(1, all.capacity / Self.reservedPart) }

    private func own(_ user: UserID?, _ now: UInt64) -> TokenBucket {
        users[user] ?? TokenBucket(perMinute: perMinuteOfUser, at: now)
    }
}
