import Calendar
import Contracts
import FoodFormats
import FoundationEssentials

/// Checks rows of an exported file and converts them to entries or extras of days.
enum ExportedRules {
    /// The catalog's limits for 100 g, however implausible, scaled to an entry of ten kilograms: the diary stores such
    /// entries.
    private static let foodKcal = 0.0...400_000.0
    private static let foodNutrientG = 0.0...100_000_000.0
    private static let portionGrams = 0.000_1...1_000_000.0
    /// Far above the number of entries in a meal or changes of an entry; larger values are clamped to it.
    private static let positionMax = 1_000_000
    private static let versionMax = 1_000_000_000
    private static let addressBytesMax = 2_048
    /// The catalog allows longer names than entries without a food.
    private static let foodTextBytesMax = 4_000

    static func logged(_ exported: ExportedEntry, nowMs: Int) throws(RowRefusal) -> LoggedEntry {
        guard let id = EntryID(exported.id) else { throw RowRefusal("id is not a UUID") }
        guard let meal = Meal(rawValue: exported.meal) else {
            throw RowRefusal("meal is not breakfast, lunch, dinner or snack")
        }
        let foodId = try food(exported)
        try require(exported.position >= 0, "position is out of range")
        try require(exported.version >= 1, "version is out of range")
        try checkTexts(exported)
        try checkAmounts(exported)
        let entry = DiaryEntry(
            id: id,
            date: try date(exported.date),
            meal: meal,
            position: min(exported.position, positionMax),
            at: try moment(exported.at, nowMs: nowMs),
            foodId: foodId,
            name: exported.name,
            imageURL: exported.imageURL,
            grams: exported.grams,
            portion: exported.portion,
            quantity: exported.quantity,
            nutrients: exported.nutrients.inHundredths,
            version: min(exported.version, versionMax)
        )
        return LoggedEntry(entry: entry, per100g: exported.per100G, portionGrams: exported.portionGrams)
    }

    static func extras(_ exported: ExportedDay) throws(RowRefusal) -> DayExtras {
        var checker = RuleChecker()
        checker.require(exported.waterMl, in: DiaryWaterSet.range, "waterMl")
        if let error = checker.errors.first { throw RowRefusal(error.message.withoutFullStop) }
        let length = DiaryNoteSet.length
        try require(
            length.contains(exported.note.count),
            "text must have \(length.lowerBound) to \(length.upperBound) characters"
        )
        try check(ExportedTexts(text: exported.note))
        try require(exported.version >= 1, "version is out of range")
        return DayExtras(
            date: try date(exported.date),
            waterMl: exported.waterMl,
            note: exported.note,
            version: min(exported.version, versionMax)
        )
    }

    private static func date(_ text: String) throws(RowRefusal) -> PlainDate {
        guard let date = PlainDate(text), EntryLimits.years.contains(date.components.year) else {
            throw RowRefusal("date is not a date YYYY-MM-DD in a year from 1900 to 2200")
        }
        return date
    }

    /// Returns the time in Mealwire's format; a time that is already in it stays unchanged.
    private static func moment(_ text: String, nowMs: Int) throws(RowRefusal) -> String {
        guard let momentMs = TimestampReader.milliseconds(text),
            ClientTime.isAllowed(momentMs, nowMs: nowMs)
        else { throw RowRefusal("at is not a time in RFC 3339 format, or is in the future") }
        if text.utf8.count == ownTimeLength, text.hasSuffix("Z") { return text }
        return Timestamp.text(Date(timeIntervalSince1970: Double(momentMs) / 1_000))
    }
    private static let ownTimeLength = "2026-03-10T07:30:00.000Z".utf8.count

    /// Returns the food of an entry, and checks that the fields of a food are complete or absent.
    private static func food(_ exported: ExportedEntry) throws(RowRefusal) -> FoodID? {
        let parts = [exported.grams != nil, exported.per100G != nil]
        try require(
            parts.allSatisfy { $0 == (exported.foodId != nil) },
            "foodId needs grams and the amounts of 100 g, and they need it"
        )
        let portion = [exported.portion != nil, exported.portionGrams != nil, exported.quantity != nil]
        try require(Set(portion).count == 1, "portion, portionGrams and quantity need each other")
        try require(exported.portion == nil || exported.foodId != nil, "portion needs a foodId")
        guard let text = exported.foodId else { return nil }
        guard let id = FoodID(text) else { throw RowRefusal("foodId is not a UUID") }
        return id
    }

    private static func checkTexts(_ exported: ExportedEntry) throws(RowRefusal) {
        if exported.foodId == nil {
            let length = EntryLimits.nameLength
            try require(
                length.contains(exported.name.count),
                "name must have \(length.lowerBound) to \(length.upperBound) characters"
            )
            try check(ExportedTexts(name: exported.name))
        }
        for (text, name) in [(exported.name, "name"), (exported.portion ?? exported.name, "portion")] {
            try require((1...foodTextBytesMax).contains(text.utf8.count), "\(name) is empty or too long")
            try require(!text.unicodeScalars.contains("\u{0}"), "\(name) contains a zero byte")
        }
        guard let address = exported.imageURL else { return }
        let isSafe = address.hasPrefix("https://") && address.utf8.count <= addressBytesMax
        try require(
            isSafe && address.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
            "imageURL is not an https URL"
        )
    }

    private static func checkAmounts(_ exported: ExportedEntry) throws(RowRefusal) {
        let isBare = exported.foodId == nil
        let nutrientG = isBare ? EntryLimits.nutrientG : foodNutrientG
        try check(exported.nutrients, kcal: isBare ? EntryLimits.kcal : foodKcal, nutrientG)
        if let per100G = exported.per100G { try check(per100G, kcal: foodKcal, foodNutrientG) }
        var checker = RuleChecker()
        checker.require(exported.grams, in: EntryLimits.grams, "grams")
        checker.require(exported.quantity, in: EntryLimits.quantity, "quantity")
        checker.require(exported.portionGrams, in: portionGrams, "portionGrams")
        if let error = checker.errors.first { throw RowRefusal(error.message.withoutFullStop) }
    }

    private static func check(
        _ nutrients: Nutrients,
        kcal: ClosedRange<Double>,
        _ range: ClosedRange<Double>
    ) throws(RowRefusal) {
        var checker = RuleChecker()
        checker.require(nutrients.kcal, in: kcal, "kcal")
        for field in Nutrients.fields { checker.require(nutrients[keyPath: field.path], in: range, field.name) }
        if let error = checker.errors.first { throw RowRefusal(error.message.withoutFullStop) }
    }

    private static func check(_ texts: ExportedTexts) throws(RowRefusal) {
        do throws(ServiceError) {
            try ExportedTexts.rules.check(texts)
        } catch {
            throw RowRefusal((error.details.first?.message ?? error.message).withoutFullStop)
        }
    }

    private static func require(_ holds: Bool, _ reason: String) throws(RowRefusal) {
        if !holds { throw RowRefusal(reason) }
    }
}

/// The texts of a row.
///
/// Their rules are those of requests, but without the number of Unicode scalars: earlier versions counted characters,
/// and what they stored must be importable.
private struct ExportedTexts: Codable, Sendable {
    static let rules: Rules<Self> = [
        .entryText(\.name), .bytes(\.name, EntryLimits.nameBytesMax), .bytes(\.text, DiaryNoteSet.bytesMax),
        .freeText(\.text),
    ]

    /// The name of an entry without a food.
    var name: String?
    /// The note of a day.
    var text: String?
}

extension String {
    /// The sentence without its full stop, as refusals are reported.
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
