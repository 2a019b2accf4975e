import Contracts
import Crypto
import FoundationEssentials

/// Validates a food of a source and converts it to a row.
enum FoodValidator {
    /// The reason for rejecting a row; a predicate with the row as its subject.
    struct Refusal: Error, Equatable {
        let reason: String
    }

    static let nameLength = 1...300
    static let textLengthMax = 300
    static let sourceIDLengthMax = 100
    static let ingredientsLengthMax = 20_000
    static let addressLengthMax = 2_000
    static let aliasesMax = 20
    static let portionsMax = 50
    static let portionGrams = 0.01...50_000.0
    static let portionNameLength = 1...100
    /// Kilocalories in 100 g; pure fat has 902.
    ///
    /// Values in kilojoules by mistake are flagged, not rejected.
    static let kcal = 0.0...4_000.0
    /// Any amount in 100 g: salt has 39,000 mg of sodium, and no valid value reaches ten times that.
    static let amount = 0.0...1_000_000.0
    static let languageLength = 2...8

    /// Validates and converts a food.
    ///
    /// - Parameters:
    ///   - imported: The food of the source.
    ///   - source: The name of the source.
    ///   - digest: The digest of the whole content.
    /// - Returns: The row with its flags.
    /// - Throws: `Refusal`.
    static func row(_ imported: ImportedFood, source: String, digest: Int64) throws(Refusal) -> FoodRow {
        let name = tidied(imported.name)
        guard isName(name) else {
            throw Refusal(reason: "has no name of 1 to \(nameLength.upperBound) characters with a letter or digit")
        }
        guard (1...sourceIDLengthMax).contains(imported.sourceID.utf8.count) else {
            throw Refusal(reason: "has no id of 1 to \(sourceIDLengthMax) bytes")
        }
        guard let energy = imported.kcal else { throw Refusal(reason: "has no energy") }
        guard kcal.contains(energy) else {
            throw Refusal(reason: "has an energy of \(energy) kcal, which is not from 0 to \(Int(kcal.upperBound))")
        }
        let (barcode, barcodeFlags) = barcode(imported.barcode)
        return FoodRow(
            id: imported.catalogID(of: source),
            digest: digest,
            type: imported.type,
            source: source,
            sourceID: imported.sourceID,
            name: name,
            language: language(imported.language) ?? "en",
            names: names(imported, besides: name),
            aliases: imported.aliases.map(tidied).filter { nameLength.contains($0.count) }.prefix(aliasesMax).map {
                $0
            },
            brand: text(imported.brand),
            category: text(imported.category),
            kcal: energy,
            proteinG: try checked(imported.proteinG, "protein"),
            fatG: try checked(imported.fatG, "fat"),
            carbohydrateG: try checked(imported.carbohydrateG, "carbohydrate"),
            fiberG: try checked(imported.fiberG, "fibre"),
            sugarG: try checked(imported.sugarG, "sugar"),
            saturatedFatG: try checked(imported.saturatedFatG, "saturated fat"),
            sodiumMg: try checked(imported.sodiumMg, "sodium"),
            nutrients: nutrients(imported.nutrients),
            portions: portions(imported.portions),
            flags: FoodChecks.flags(of: imported) + barcodeFlags,
            allergens: imported.allergens.map { listed in Allergen.allCases.filter(listed.contains) },
            barcode: barcode,
            ingredients: text(imported.ingredients, max: ingredientsLengthMax),
            imageURL: address(imported.imageURL)
        )
    }

    /// Returns whether a text is a valid, searchable name; the bytes decide for nearly every name.
    static func isName(_ text: String) -> Bool {
        let isShort = text.utf8.count <= nameLength.upperBound || nameLength.contains(text.count)
        guard isShort, !text.isEmpty else { return false }
        let hasWord = text.utf8.contains { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return hasWord || !WordNormaliser.words(of: text).isEmpty
    }

    /// Values determined by difference may be slightly negative; ``FoodChecks`` flags them.
    private static let belowNone = -1.0..<0.0

    /// Returns the amount, with slightly negative values as 0; other values out of range are rejected as wrong.
    private static func checked(_ value: Double?, _ name: String) throws(Refusal) -> Double? {
        guard let value else { return nil }
        if belowNone.contains(value) { return 0 }
        guard amount.contains(value) else { throw Refusal(reason: "has \(value) as \(name)") }
        return value
    }

    private static func barcode(_ text: String?) -> (GTIN?, [FoodFlag]) {
        guard let text, text.contains(where: { $0 != "0" }) else { return (nil, []) }
        do throws(GTIN.Fault) {
            return (try GTIN(text), [])
        } catch {
            return (nil, error == .wrongCheckDigit ? [.barcodeInvalid] : [])
        }
    }

    private static func names(_ imported: ImportedFood, besides name: String) -> [String: String] {
        var names: [String: String] = [:]
        for (code, text) in imported.names {
            guard let code = language(code), code != imported.language else { continue }
            let other = tidied(text)
            if nameLength.contains(other.count), other != name { names[code] = other }
        }
        return names
    }

    private static func language(_ code: String) -> String? {
        let code = code.lowercased()
        let isCode =
            languageLength.contains(code.utf8.count)
            && code.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
        return isCode ? code : nil
    }

    private static func nutrients(_ amounts: [FurtherNutrient: Double]) -> [String: Double] {
        var named: [String: Double] = [:]
        for (nutrient, value) in amounts where amount.contains(value) { named[nutrient.rawValue] = value }
        return named
    }

    private static func portions(_ portions: [Portion]) -> [Portion] {
        var seen: Set<String> = []
        return portions.filter {
            portionGrams.contains($0.grams) && portionNameLength.contains($0.name.count)
                && seen.insert($0.name).inserted
        }.prefix(portionsMax).map { $0 }
    }

    private static func text(_ value: String?, max: Int = textLengthMax) -> String? {
        guard let value else { return nil }
        let text = tidied(value)
        return text.isEmpty ? nil : String(text.prefix(max))
    }

    private static func address(_ value: String?) -> String? {
        guard let value, value.hasPrefix("https://"), value.utf8.count <= addressLengthMax,
            value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return value
    }

    /// Returns the text without control characters and superfluous spaces.
    static func tidied(_ value: String) -> String {
        if isTidy(value) { return value }
        return value.split {
            $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }
        .joined(separator: " ")
    }

    private static func isTidy(_ value: String) -> Bool {
        var last = UInt8(ascii: " ")
        for byte in value.utf8 {
            if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: " ") && last == byte { return false }
            last = byte
        }
        return last != UInt8(ascii: " ")
    }
}

extension ImportedFood {
    /// Returns the id that the food has in the catalog, also before it is stored there.
    func catalogID(of source: String) -> FoodID { id ?? FoodIdentity.id(source: source, sourceID: sourceID) }
}

/// Derives the ids of sources' foods.
enum FoodIdentity {
    /// Maximum number of digits of a numeric source id, to fit 64 bits.
    private static let digitsMax = 18

    /// Returns the id of a source's food, a UUID of version 8 (RFC 9562 §5.8); equal arguments give equal ids.
    ///
    /// It consists of the source's hash and of the source id if that is a number, else of the source id's hash. So the
    /// foods of a source are adjacent in the database, in the order of the source.
    static func id(source: String, sourceID: String) -> FoodID {
        let sourceBits = word(SHA256.hash(data: Data(source.utf8))) >> 32
        let (number, mark) = numberAndMark(sourceID)
        let high = sourceBits << 32 | (number >> 48) << 16 | 0x8000 | (number >> 36) & 0xFFF
        let low = 0x8000_0000_0000_0000 | (number & 0xF_FFFF_FFFF) << 26 | mark
        return FoodID(UUIDv7(high: high, low: low))
    }

    /// Returns 64 bits, and 26 more bits that are 0 only for a numeric id.
    private static func numberAndMark(_ sourceID: String) -> (UInt64, UInt64) {
        let isNumber =
            (1...digitsMax).contains(sourceID.utf8.count) && sourceID.utf8.first != UInt8(ascii: "0")
            && sourceID.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isNumber, let number = UInt64(sourceID) { return (number, 0) }
        let hash = SHA256.hash(data: Data(sourceID.utf8))
        return (word(hash), word(Array(hash)[8...]) & 0x3FF_FFFF | 1)
    }

    private static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
