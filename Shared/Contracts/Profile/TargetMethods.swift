/// Sets the caller's target by hand, from today on, until it is set again or reset.
package struct ProfileTargetsSet: Contract {
    package typealias Reply = TargetPeriod

    package static let method = Method("profile.targets.set", of: .profile, .keyedWrite, .user)

    package var dailyKcal: Int
    package var proteinG: Double?
    package var fatG: Double?
    package var carbohydrateG: Double?
    /// Days of the week that have another target, `monday` to `sunday`.
    package var weekdays: [String: WishedTarget]?

    package init(
        dailyKcal: Int,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        weekdays: [String: WishedTarget]? = nil
    ) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.weekdays = weekdays
    }

    /// What is wished for days without a target of their own.
    package var wish: WishedTarget {
        WishedTarget(dailyKcal: dailyKcal, proteinG: proteinG, fatG: fatG, carbohydrateG: carbohydrateG)
    }
}

/// A day's energy, and the macronutrients that somebody cares about; the rest is worked out.
package struct WishedTarget: Codable, Sendable, Equatable {
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

/// Goes back from a target set by hand to the computed one, from today on; answered with the target that then holds.
package struct ProfileTargetsReset: Contract {
    package typealias Reply = TargetPeriod

    package static let method = Method("profile.targets.reset", of: .profile, .keyedWrite, .user)

    package init() {}
}
