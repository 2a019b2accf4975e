/// A page of foods in a binary format: coding JSON would cost more than all other work on a row.
///
/// A page is a version followed by rows. In a row, numbers are LEB128, texts are a length and UTF-8, and amounts are
/// little-endian IEEE 754 doubles. A bit field announces the optional columns.
package enum ImportPage {
    static let version: UInt8 = 1
    /// Maximum number of names, nutrients, portions or allergens of one food: more than any source has, and a bound on
    /// allocations for a bad number.
    ///
    /// Writers must omit the excess, because it would make the whole page unreadable.
    package static let listMax = 1_000

    /// Number of columns with one amount each, and of optional texts; their bits are in this order.
    static let (amountCount, textCount) = (9, 5)
    static let allergensBit = amountCount + textCount
    static let idBit = allergensBit + 1

    /// A row of a page.
    package struct Row: Sendable, Equatable {
        package let food: ImportedFood
        /// FNV-1a of the row's bytes: equal foods have equal digests.
        package let digest: UInt64
    }

    /// Decodes a page.
    ///
    /// - Throws: `malformed` if the bytes are no valid page.
    package static func rows(of bytes: [UInt8]) throws(ServiceError) -> [Row] {
        var reader = ImportPageReader(bytes)
        guard try reader.byte() == version else {
            throw ServiceError(.malformed, "The page of foods has another version than \(version).")
        }
        var rows: [Row] = []
        while !reader.isAtEnd {
            let start = reader.position
            let food = try reader.food()
            rows.append(Row(food: food, digest: digest(of: bytes[start..<reader.position])))
        }
        return rows
    }

    /// Computes the digest that a food has as a row of a page.
    package static func digest(of food: ImportedFood) -> UInt64 {
        var writer = ImportPageWriter()
        writer.write(food)
        return digest(of: writer.bytes.dropFirst())
    }

    private static func digest(of bytes: ArraySlice<UInt8>) -> UInt64 {
        let (offsetBasis, prime): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x100_0000_01B3)
        return bytes.reduce(offsetBasis) { ($0 ^ UInt64($1)) &* prime }
    }
}

/// Collects rows until a page is full.
package struct ImportPageWriter: Sendable {
    package private(set) var bytes: [UInt8] = [ImportPage.version]
    package private(set) var rows = 0

    package init() {}

    /// Adds a row, if there is room for it.
    ///
    /// - Returns: Whether it was added. If not, send the page and begin another one. An empty page has room for every
    ///   food, unless its texts alone exceed a page.
    package mutating func add(_ food: ImportedFood) -> Bool {
        guard rows < CatalogImport.pageRowsMax else { return false }
        let before = bytes.count
        write(food)
        if bytes.count > CatalogImport.pageBytesMax {
            bytes.removeSubrange(before...)
            return false
        }
        rows += 1
        return true
    }

    fileprivate mutating func write(_ food: ImportedFood) {
        write(presenceBits(of: food))
        if let id = food.id { write(id.description) }
        for text in [food.sourceID, food.name, food.language, food.type.rawValue] { write(text) }
        writeAmounts(of: food)
        writeTexts(of: food)
        write(food.names.count)
        for (language, name) in food.names.sorted(by: { $0.key < $1.key }) {
            write(language)
            write(name)
        }
        write(food.aliases.count)
        for alias in food.aliases { write(alias) }
        write(food.nutrients.count)
        for (nutrient, amount) in food.nutrients.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            write(nutrient.rawValue)
            write(amount)
        }
        write(food.portions.count)
        for portion in food.portions {
            write(portion.name)
            write(portion.grams)
        }
        guard let allergens = food.allergens else { return }
        write(allergens.count)
        for allergen in allergens { write(allergen.rawValue) }
    }

    private mutating func writeAmounts(of food: ImportedFood) {
        // Separate statements: key paths would copy the food each time.
        if let amount = food.kcal { write(amount) }
        if let amount = food.proteinG { write(amount) }
        if let amount = food.fatG { write(amount) }
        if let amount = food.carbohydrateG { write(amount) }
        if let amount = food.fiberG { write(amount) }
        if let amount = food.sugarG { write(amount) }
        if let amount = food.saturatedFatG { write(amount) }
        if let amount = food.sodiumMg { write(amount) }
        if let amount = food.servingG { write(amount) }
    }

    private mutating func writeTexts(of food: ImportedFood) {
        if let text = food.brand { write(text) }
        if let text = food.category { write(text) }
        if let text = food.barcode { write(text) }
        if let text = food.ingredients { write(text) }
        if let text = food.imageURL { write(text) }
    }

    private func presenceBits(of food: ImportedFood) -> Int {
        var bits = 0
        if food.kcal != nil { bits |= 1 }
        if food.proteinG != nil { bits |= 1 << 1 }
        if food.fatG != nil { bits |= 1 << 2 }
        if food.carbohydrateG != nil { bits |= 1 << 3 }
        if food.fiberG != nil { bits |= 1 << 4 }
        if food.sugarG != nil { bits |= 1 << 5 }
        if food.saturatedFatG != nil { bits |= 1 << 6 }
        if food.sodiumMg != nil { bits |= 1 << 7 }
        if food.servingG != nil { bits |= 1 << 8 }
        if food.brand != nil { bits |= 1 << ImportPage.amountCount }
        if food.category != nil { bits |= 1 << (ImportPage.amountCount + 1) }
        if food.barcode != nil { bits |= 1 << (ImportPage.amountCount + 2) }
        if food.ingredients != nil { bits |= 1 << (ImportPage.amountCount + 3) }
        if food.imageURL != nil { bits |= 1 << (ImportPage.amountCount + 4) }
        if food.allergens != nil { bits |= 1 << ImportPage.allergensBit }
        if food.id != nil { bits |= 1 << ImportPage.idBit }
        return bits
    }

    private mutating func write(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ amount: Double) {
        withUnsafeBytes(of: amount.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
