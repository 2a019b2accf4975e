public import Calendar

/// Returns the caller's own profile.
public struct ProfileGet: Contract {
    public typealias Reply = Profile

    public static let method = Method("profile.get", of: .profile, .read, .user).route(
        .get,
        "/v1/profile",
        "Returns the caller's profile.",
        scope: .profileRead,
        errors: [.notFound]
    )

    public init() {}
}

/// Changes the caller's profile; returns the profile with its new target.
public struct ProfileUpdate: Contract {
    public typealias Reply = Profile

    public static let method = Method("profile.update", of: .profile, .keyedWrite, .user).route(
        .patch,
        "/v1/profile",
        "Changes the caller's profile, and returns it with its new target.",
        scope: .profileWrite,
        errors: [.invalid, .notFound, .conflict, .profileIncomplete]
    )

    /// The profile service also checks the age that a birth date gives, and the time zone.
    public static let rules: Rules<Self> = [
        .inside(\.change, ProfileChange.rules)
    ]

    public var change: ProfileChange
    /// The version that the profile must have; any by default.
    public var ifVersion: Int?

    public init(_ change: ProfileChange, ifVersion: Int? = nil) {
        self.change = change
        self.ifVersion = ifVersion
    }

    private enum CodingKeys: CodingKey {
        case ifVersion
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        change = try ProfileChange(from: decoder)
        ifVersion = try container.decodeIfPresent(Int.self, forKey: .ifVersion)
    }

    public func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(ifVersion, forKey: .ifVersion)
    }
}

/// Returns the caller's targets in force within a range of days.
///
/// `profileIncomplete` if there is no target at all, because the profile lacks what it needs.
public struct ProfileTargets: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [TargetPeriod]

        public init(items: [TargetPeriod]) {
            self.items = items
        }
    }

    public static let method = Method("profile.targets", of: .profile, .read, .user).route(
        .get,
        "/v1/profile/targets",
        "Returns the caller's targets within a range of days.",
        scope: .profileRead,
        errors: [.invalid, .profileIncomplete]
    )

    /// Maximum number of days in one reply: about ten years.
    public static let daysMax = 3_660

    public static let rules: Rules<Self> = [
        .relation(\.to, .outOfRange, "{field} must not be before from.") { $0.from <= $0.to },
        .relation(
            \.to,
            .outOfRange,
            "A request may span at most \(daysMax) days.",
            ["maxDays": "\(daysMax)"]
        ) { $0.to.dayNumber - $0.from.dayNumber < daysMax },
    ]

    public var from: PlainDate
    public var to: PlainDate

    public init(from: PlainDate, to: PlainDate) {
        self.from = from
        self.to = to
    }
}

/// Returns the fields that are missing for a target of the caller.
package struct ProfileMissing: Contract {
    package struct Reply: Codable, Sendable {
        package var missing: [String]

        package init(missing: [String]) {
            self.missing = missing
        }
    }

    package static let method = Method("profile.missing", of: .profile, .read, .user)

    package init() {}
}

extension API {
    /// The contracts of this file.
    static let profileMethods: [any Contract.Type] = [
        ProfileGet.self, ProfileUpdate.self, ProfileTargets.self, ProfileMissing.self,
    ]
}
