/// Sets a manual target for the caller, from today on, until it is set again or reset.
package struct ProfileTargetsSet: Contract {
    package typealias Reply = TargetPeriod

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/profile/targets",
        "Sets a manual target from today on.",
        scope: .profileWrite,
        errors: [.invalid, .notFound, .profileIncomplete]
    )

    package static let method = Method("profile.targets.set", of: .profile, .keyedWrite, .user)

    package var dailyKcal: Int
    package var proteinG: Double?
    package var fatG: Double?
    package var carbohydrateG: Double?
    /// Days of the week with another target, `monday` to `sunday`.
    package var weekdays: [String: RequestedTarget]?

    package init(
        dailyKcal: Int,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        weekdays: [String: RequestedTarget]? = nil
    ) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.weekdays = weekdays
    }

    /// The target for days without one of their own.
    package var requestedTarget: RequestedTarget {
        RequestedTarget(dailyKcal: dailyKcal, proteinG: proteinG, fatG: fatG, carbohydrateG: carbohydrateG)
    }
}

/// A day's energy and, optionally, macronutrients; missing ones are computed.
package struct RequestedTarget: Codable, Sendable, Equatable {
    package var dailyKcal: Int
    package var proteinG: Double?
    package var fatG: Double?
    package var carbohydrateG: Double?

    package init(dailyKcal: Int, proteinG: Double? = nil, fatG: Double? = nil, carbohydrateG: Double? = nil) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// Replaces a manual target with the computed one, from today on; returns the target then in force.
package struct ProfileTargetsReset: Contract {
    package typealias Reply = TargetPeriod

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/profile/targets",
        "Replaces a manual target with the computed one, from today on.",
        scope: .profileWrite,
        errors: [.conflict, .profileIncomplete]
    )

    package static let method = Method("profile.targets.reset", of: .profile, .keyedWrite, .user)

    package init() {}
}
