import Contracts

/// Categories of the body-mass index.
enum BodyMassIndex {
    /// Returns the category of an adult's index by the World Health Organization.
    static func category(_ bmi: Double) -> BMICategory {
        switch bmi {
        case ..<18.5: .underweight
        case ..<25: .normal
        case ..<30: .overweight
        case ..<35: .obesity1
        case ..<40: .obesity2
        default: .obesity3
        }
    }
}
