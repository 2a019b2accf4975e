import Calendar
import Contracts
import FoodFormats
import FoundationEssentials

/// Checks rows of an exported file and converts them to entries, extras of days, plans or favourites.
enum ExportedRules {
    /// The catalog's limits for 100 g, however implausible, scaled to an entry of ten kilograms: the diary stores such
    /// entries.
    private static let foodKcal = 0.0...400_000.0
    private static let foodNutrientG = 0.0...100_000_000.0
    static let portionGrams = 0.000_1...1_000_000.0
    /// Far above the number of entries in a meal or changes of an entry; larger values are clamped to it.
    private static let positionMax = 1_000_000
    private static let versionMax = 1_000_000_000
    private static let addressBytesMax = 2_048
    /// The catalog allows longer names than entries without a food.
    private static let foodTextBytesMax = 4_000

    /// Returns the entry to store for an entry of a file.
    static func logged(_ exported: LoggedEntry, nowMs: Int) throws(RowRefusal) -> LoggedEntry {
        try checkFood(exported)
        try require(
            exported.entry.position >= 0,
            "position is out of range",
            .outOfRange,
            ["field": "position", "min": "0"]
        )
        try require(exported.entry.version >= 1, "version is out of range", .outOfRange, versionParams)
        try checkTexts(exported.entry)
        try checkAmounts(exported)
        try check(exported.entry.date)
        var logged = exported
        logged.entry.position = min(exported.entry.position, positionMax)
        logged.entry.at = try moment(exported.entry.at, nowMs: nowMs)
        logged.entry.nutrients = exported.entry.nutrients.inHundredths
        logged.entry.version = min(exported.entry.version, versionMax)
        if logged.entry.portion == nil { logged.entry.portionLabel = nil }
        return logged
    }

    static func extras(_ exported: DayExtras) throws(RowRefusal) -> DayExtras {
        var checker = RuleChecker()
        checker.require(exported.waterMl, in: DiaryWaterSet.range, "waterMl")
        if let error = checker.errors.first { throw RowRefusal(error) }
        let length = DiaryNoteSet.length
        try require(
            length.contains(exported.note.count),
            "note must have \(length.lowerBound) to \(length.upperBound) characters",
            .textNotAllowed,
            textParams("note", length)
        )
        try check(ExportedTexts(note: exported.note))
        try require(exported.version >= 1, "version is out of range", .outOfRange, versionParams)
        try check(exported.date)
        var extras = exported
        extras.version = min(exported.version, versionMax)
        return extras
    }

    static func check(_ date: PlainDate) throws(RowRefusal) {
        guard EntryLimits.years.contains(date.components.year) else { throw noDate("date") }
    }

    /// Returns the refusal of a text that is not a date.
    static func noDate(_ name: String) -> RowRefusal {
        let years = EntryLimits.years
        return RowRefusal(
            "\(name) is not a date YYYY-MM-DD in a year from \(years.lowerBound) to \(years.upperBound)",
            .wrongFormat,
            ["field": name, "expected": "YYYY-MM-DD"]
        )
    }

    /// Returns the time in Mealwire's format; a time that is already in it stays unchanged.
    static func moment(_ text: String, nowMs: Int) throws(RowRefusal) -> String {
        guard let momentMs = TimestampReader.milliseconds(text),
            ClientTime.isAllowed(momentMs, nowMs: nowMs)
        else {
            throw RowRefusal(
                "at is not a time in RFC 3339 format, or is in the future",
                .wrongFormat,
                ["field": "at", "expected": "RFC 3339"]
            )
        }
        if text.utf8.count == ownTimeLength, text.hasSuffix("Z") { return text }
        return Timestamp.text(Date(timeIntervalSince1970: Double(momentMs) / 1_000))
    }
    private static let ownTimeLength = "2026-03-10T07:30:00.000Z".utf8.count

    /// Checks that the fields of a food are complete or absent.
    private static func checkFood(_ exported: LoggedEntry) throws(RowRefusal) {
        let entry = exported.entry
        let parts = [entry.grams != nil, exported.per100g != nil]
        try require(
            parts.allSatisfy { $0 == (entry.foodId != nil) },
            "foodId needs grams and the amounts of 100 g, and they need it",
            .incomplete,
            ["field": "foodId, grams, kcalPer100G"]
        )
        let portion = [entry.portion != nil, exported.portionGrams != nil, entry.quantity != nil]
        try require(
            Set(portion).count == 1,
            "portion, portionGrams and quantity need each other",
            .incomplete,
            ["field": "portion, portionGrams, quantity"]
        )
        try require(
            entry.portion == nil || entry.foodId != nil,
            "portion needs a foodId",
            .incomplete,
            ["field": "portion, foodId"]
        )
    }

    private static func checkTexts(_ exported: DiaryEntry) throws(RowRefusal) {
        if exported.foodId == nil {
            let length = EntryLimits.nameLength
            try require(
                length.contains(exported.name.count),
                "name must have \(length.lowerBound) to \(length.upperBound) characters",
                .textNotAllowed,
                textParams("name", length)
            )
            try check(ExportedTexts(name: exported.name))
        }
        for (text, name) in [(exported.name, "name"), (exported.portion ?? exported.name, "portion")] {
            try checkText(text, name)
        }
    }

    /// Checks a text that comes from the catalog.
    static func checkText(_ text: String, _ name: String) throws(RowRefusal) {
        let field = ["field": name]
        try require(
            (1...foodTextBytesMax).contains(text.utf8.count),
            "\(name) is empty or too long",
            .textNotAllowed,
            field
        )
        try require(!text.unicodeScalars.contains("\u{0}"), "\(name) contains a zero byte", .notText, field)
    }

    /// Checks what is shown instead of the name of a portion.
    @Sendable
    static func checkPortionLabel(_ label: String?) throws(RowRefusal) {
        if let label { try checkText(label, "portionLabel") }
    }

    /// Checks the amounts of 100 g of a food.
    static func checkPer100G(_ nutrients: Nutrients) throws(RowRefusal) {
        try check(nutrients, kcal: foodKcal, foodNutrientG)
    }

    /// Checks the URL of an image.
    @Sendable
    static func checkImage(_ address: String?) throws(RowRefusal) {
        guard let address else { return }
        let isSafe = address.hasPrefix("https://") && address.utf8.count <= addressBytesMax
        try require(
            isSafe && address.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
            "imageURL is not an https URL",
            .wrongFormat,
            ["field": "imageURL", "expected": "https"]
        )
    }

    private static func checkAmounts(_ exported: LoggedEntry) throws(RowRefusal) {
        let entry = exported.entry
        let isBare = entry.foodId == nil
        let nutrientG = isBare ? EntryLimits.nutrientG : foodNutrientG
        try check(entry.nutrients, kcal: isBare ? EntryLimits.kcal : foodKcal, nutrientG)
        if let per100G = exported.per100g { try checkPer100G(per100G) }
        var checker = RuleChecker()
        checker.require(entry.grams, in: EntryLimits.grams, "grams")
        checker.require(entry.quantity, in: EntryLimits.quantity, "quantity")
        checker.require(exported.portionGrams, in: portionGrams, "portionGrams")
        if let error = checker.errors.first { throw RowRefusal(error) }
    }

    private static func check(
        _ nutrients: Nutrients,
        kcal: ClosedRange<Double>,
        _ range: ClosedRange<Double>
    ) throws(RowRefusal) {
        var checker = RuleChecker()
        checker.require(nutrients.kcal, in: kcal, "kcal")
        for nutrient in Nutrient.allCases {
            checker.require(nutrients[nutrient], in: nutrient.unit.amounts(ofGrams: range), nutrient.rawValue)
        }
        if let error = checker.errors.first { throw RowRefusal(error) }
    }

    private static func check(_ texts: ExportedTexts) throws(RowRefusal) {
        do throws(ServiceError) {
            try ExportedTexts.rules.check(texts)
        } catch {
            throw error.details.first.map(RowRefusal.init) ?? RowRefusal(error.message.withoutFullStop, .textNotAllowed)
        }
    }

    private static func require(
        _ holds: Bool,
        _ reason: String,
        _ code: DiaryImport.Refusal.Code,
        _ params: [String: String]
    ) throws(RowRefusal) {
        if !holds { throw RowRefusal(reason, code, params) }
    }

    private static let versionParams = ["field": "version", "min": "1"]

    private static func textParams(_ field: String, _ length: ClosedRange<Int>) -> [String: String] {
        ["field": field, "min": "\(length.lowerBound)", "max": "\(length.upperBound)"]
    }
}

/// The texts of a row.
///
/// Their rules are those of requests, but without the number of Unicode scalars: earlier versions counted characters,
/// and what they stored must be importable.
private struct ExportedTexts: Codable, Sendable {
    static let rules: Rules<Self> = [
        .entryText(\.name), .bytes(\.name, EntryLimits.nameBytesMax), .bytes(\.note, DiaryNoteSet.bytesMax),
        .freeText(\.note),
    ]

    /// The name of an entry without a food.
    var name: String?
    /// The note of a day.
    var note: String?
}

extension RowRefusal {
    /// Refuses a row because of a rule that requests have, too.
    fileprivate init(_ error: FieldError) {
        let params = error.params.merging(["field": error.field]) { _, field in field }
        self.init(error.message.withoutFullStop, error.code.ofRow, params)
    }
}

extension FieldError.Code {
    /// The code of a row with such an error.
    fileprivate var ofRow: DiaryImport.Refusal.Code {
        switch self {
        case .missing: .missing
        case .outOfRange: .outOfRange
        case .tooShort, .tooLong, .notAllowed, .tooCommon: .textNotAllowed
        case .unknown, .wrongType, .wrongFormat, .mismatch: .wrongFormat
        }
    }
}

extension String {
    /// The sentence without its full stop, as refusals are reported.
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
