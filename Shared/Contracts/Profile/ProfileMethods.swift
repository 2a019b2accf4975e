/// The caller's own profile.
package struct ProfileGet: Contract {
    package typealias Reply = Profile

    package static let method = Method("profile.get", of: .profile, .read, .user)

    package init() {}
}

/// Changes the caller's profile; answered with the profile and its new target.
package struct ProfileUpdate: Contract {
    package typealias Reply = Profile

    package static let method = Method("profile.update", of: .profile, .keyedWrite, .user)

    package var change: ProfileChange
    /// The version that the caller has seen, if the profile must still be at it.
    package var ifVersion: Int?

    package init(_ change: ProfileChange, ifVersion: Int? = nil) {
        self.change = change
        self.ifVersion = ifVersion
    }

    private enum CodingKeys: CodingKey {
        case ifVersion
    }

    package init(from decoder: any Decoder) throws {
        change = try ProfileChange(from: decoder)
        ifVersion = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .ifVersion)
    }

    package func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(ifVersion, forKey: .ifVersion)
    }
}

/// The targets of the caller in force within a span of days.
package struct ProfileTargets: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [TargetPeriod]

        package init(items: [TargetPeriod]) {
            self.items = items
        }
    }

    package static let method = Method("profile.targets", of: .profile, .read, .user)

    package var from: PlainDate
    package var to: PlainDate

    package init(from: PlainDate, to: PlainDate) {
        self.from = from
        self.to = to
    }
}

/// Which fields a target of the caller's still lacks.
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
