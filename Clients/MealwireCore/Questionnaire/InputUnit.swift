/// A unit in which a user types a weight or a height.
public enum InputUnit: String, Codable, CaseIterable, Sendable {
    /// One field.
    case kilograms
    /// One field.
    case pounds
    /// Two fields: stones, pounds.
    case stones
    /// One field; a number below 3 is a height in metres.
    case centimetres
    /// Two fields: feet, inches.
    case feet

    /// The international pound (1959), in kilograms.
    private static let kilogramsPerPound = 0.453_592_37
    private static let poundsPerStone = 14.0
    /// The international inch (1959), in centimetres.
    private static let centimetresPerInch = 2.54
    private static let inchesPerFoot = 12.0

    /// Returns kilograms or centimetres; nil if there are too many or too few fields.
    package func metric(of parts: [Double]) -> Double? {
        switch self {
        case .kilograms, .centimetres: parts.count == 1 ? parts[0] : nil
        case .pounds: parts.count == 1 ? parts[0] * Self.kilogramsPerPound : nil
        case .stones: sum(parts, of: Self.poundsPerStone).map { $0 * Self.kilogramsPerPound }
        case .feet: sum(parts, of: Self.inchesPerFoot).map { $0 * Self.centimetresPerInch }
        }
    }

    private func sum(_ parts: [Double], of factor: Double) -> Double? {
        switch parts.count {
        case 1: parts[0] * factor
        case 2: parts[0] * factor + parts[1]
        default: nil
        }
    }

    /// Returns the texts of the fields for kilograms or centimetres.
    package func texts(of metric: Double) -> [String] {
        switch self {
        case .kilograms, .centimetres: [NumberText.text(of: metric)]
        case .pounds: [NumberText.text(of: metric / Self.kilogramsPerPound)]
        case .stones: split(metric / Self.kilogramsPerPound, by: Self.poundsPerStone)
        case .feet: split(metric / Self.centimetresPerInch, by: Self.inchesPerFoot)
        }
    }

    /// Splits a number into whole larger units and the rest, which is rounded first: never 5 ft 12 in.
    private func split(_ value: Double, by factor: Double) -> [String] {
        let tenths = (value * 10).rounded()
        let whole = (tenths / 10 / factor).rounded(.down)
        return [NumberText.text(of: whole), NumberText.text(of: tenths / 10 - whole * factor)]
    }
}
