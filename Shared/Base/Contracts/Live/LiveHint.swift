public import Calendar

/// Notifies a device of a change, so that it fetches the data again.
///
/// It contains no data: a hint may be merged into a later one, and all hints into a single request to fetch everything.
public struct LiveHint: Codable, Sendable, Equatable {
    /// The kind of changed data.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The entries or totals of a day.
        case day
        /// The target from a day on.
        case target
        /// The profile, or the measurements of a day.
        case profile
        case cart
        /// Water, note or mark of a day.
        case extras
        /// The list of favourite foods.
        case favourites
        /// A plan, which may have been removed.
        case plan
        /// The shopping list of a plan.
        case shopping
        case board
        case group
        case challenge
    }

    /// Identifies hints of which the later one replaces the earlier one.
    public struct Key: Hashable, Sendable {
        let kind: Kind
        let date: PlainDate?
        let id: String?
    }

    public var kind: Kind
    /// The day of the data; omitted if there is none.
    public var date: PlainDate?
    /// The id of the object, for kinds with several objects.
    public var id: String?
    /// Increases with each change; comparable only with earlier hints of the same object.
    public var version: Int
    /// The path that returns the changed data.
    public var fetch: String

    public init(kind: Kind, date: PlainDate? = nil, id: String? = nil, version: Int) {
        self.kind = kind
        self.date = date
        self.id = id
        self.version = version
        fetch = Self.path(kind, date, id)
    }

    private static func path(_ kind: Kind, _ date: PlainDate?, _ id: String?) -> String {
        switch kind {
        case .day, .extras: "/v1/diary/days/\(date?.description ?? "today")"
        case .target, .profile: "/v1/profile"
        case .cart: "/v1/diary/cart"
        case .favourites: "/v1/foods/favourites"
        case .plan: id.map { "/v1/plans/\($0)" } ?? "/v1/plans"
        case .shopping: id.map { "/v1/plans/\($0)/shopping" } ?? "/v1/plans"
        case .board: "/v1/leaderboard"
        case .group: id.map { "/v1/groups/\($0)" } ?? "/v1/groups"
        case .challenge: id.map { "/v1/challenges/\($0)" } ?? "/v1/groups"
        }
    }

    public var key: Key { Key(kind: kind, date: date, id: id) }
}
