import Contracts

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Measured or estimated body fat.
enum BodyFat {
    /// Returns the mass of fat in kg: as measured, or else estimated from age, sex and BMI.
    static func kg(of body: Body) -> Double {
        body.weightKg * (body.bodyFatPercent ?? estimatedPercent(body)) / 100
    }

    /// Estimates the percentage of fat by the equations that Hall's model starts with.
    ///
    /// Source: Jackson, Stanforth et al., "The effect of sex, age and race on estimating percentage body fat from body
    /// mass index", Int J Obes 2002; 26: 789–796. The equations are not valid for an extreme BMI, so the result is
    /// clamped to the range of valid input.
    private static func estimatedPercent(_ body: Body) -> Double {
        let percent = BasalRate.bothSexes(body) { isMale in
            0.14 * Double(body.age) + (isMale ? 37.31 * log(body.bmi) - 103.94 : 39.96 * log(body.bmi) - 102.01)
        }
        let limits = BodyLimits.bodyFatPercent
        return min(max(percent, limits.lowerBound), limits.upperBound)
    }
}
