public import Calendar
public import JSONCoding

/// The kind of the ids of measurements.
public enum MeasurementIDKind {}

public typealias MeasurementID = Identifier<MeasurementIDKind>

/// A measurement of a body or a day at a moment.
public struct Measurement: Codable, Sendable, Equatable {
    public var id: MeasurementID
    public var kind: MeasurementKind
    public var value: Double
    public var unit: MeasurementUnit
    /// RFC 3339, UTC.
    public var at: String
    /// The user's day at the time of recording.
    public var date: PlainDate
    /// The measuring device or program; null if entered by the user.
    @Nullable public var source: String?
    /// The source's id of the measurement.
    @Nullable public var externalId: String?

    public init(
        id: MeasurementID,
        kind: MeasurementKind,
        value: Double,
        at: String,
        date: PlainDate,
        source: String?,
        externalId: String?
    ) {
        self.id = id
        self.kind = kind
        self.value = value
        unit = kind.unit
        self.at = at
        self.date = date
        self.source = source
        self.externalId = externalId
    }
}

/// The measured quantity of a body or a day.
public enum MeasurementKind: String, Codable, Sendable, CaseIterable {
    case weight
    case waist
    case hip
    case chest
    case neck
    case thigh
    case upperArm
    case bodyFat
    case muscleMass
    case steps
    case activeEnergy
    case sleep
    case restingHeartRate
    case systolicPressure
    case diastolicPressure
    case bloodGlucose

    /// The unit of its values in storage and messages.
    public var unit: MeasurementUnit {
        switch self {
        case .weight, .muscleMass: .kg
        case .waist, .hip, .chest, .neck, .thigh, .upperArm: .cm
        case .bodyFat: .percent
        case .steps: .count
        case .activeEnergy: .kcal
        case .sleep: .minutes
        case .restingHeartRate: .beatsPerMinute
        case .systolicPressure, .diastolicPressure: .mmHg
        case .bloodGlucose: .mmolPerL
        }
    }

    /// The accepted values.
    ///
    /// The bounds are beyond every record of a living person, so only typing errors and wrong units are outside.
    public var range: ClosedRange<Double> {
        switch self {
        case .weight: BodyLimits.weightKg
        case .muscleMass: 5...300
        case .waist, .hip, .chest: 20...400
        case .neck, .upperArm: 5...150
        case .thigh: 10...200
        case .bodyFat: BodyLimits.bodyFatPercent
        case .steps: 0...250_000
        case .activeEnergy: 0...20_000
        case .sleep: 0...1_440
        case .restingHeartRate: 20...250
        case .systolicPressure: 40...350
        case .diastolicPressure: 20...250
        case .bloodGlucose: 0.3...100
        }
    }

    /// The accepted values of all kinds, for documents.
    static var rangesSentence: String {
        let ranges = allCases.map { kind in
            "\(kind.rawValue) \(kind.range.lowerBound.ruleText) to \(kind.range.upperBound.ruleText)"
        }
        return "The range depends on the kind: \(ranges.joined(separator: ", "))."
    }
}

/// The unit of a kind of measurement: always metric; clients convert for display.
public enum MeasurementUnit: String, Codable, Sendable, CaseIterable {
    case kg
    case cm
    case percent
    case count
    case kcal
    case minutes
    case beatsPerMinute
    case mmHg
    case mmolPerL
}
