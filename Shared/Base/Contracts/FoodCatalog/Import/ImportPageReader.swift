/// Decodes the rows of an ``ImportPage``; any input ends with foods or an error.
struct ImportPageReader {
    private static let amountBytes = 8
    private static let numberBitsMax = 63

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws(ServiceError) -> UInt8 {
        guard position < bytes.count else { throw Self.invalidPage }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func food() throws(ServiceError) -> ImportedFood {
        let bits = try number()
        var id: FoodID?
        if isSet(ImportPage.idBit, bits) {
            id = FoodID(try text())
            if id == nil { throw Self.invalidPage }
        }
        let (sourceID, name, language) = (try text(), try text(), try text())
        guard let type = FoodType(rawValue: try text()) else { throw Self.invalidPage }
        var food = ImportedFood(sourceID: sourceID, id: id, name: name, language: language, type: type)
        try readAmounts(bits, into: &food)
        try readTexts(bits, into: &food)
        for _ in 0..<(try listCount()) { food.names[try text()] = try text() }
        for _ in 0..<(try listCount()) { food.aliases.append(try text()) }
        for _ in 0..<(try listCount()) {
            let (name, amount) = (try text(), try amount())
            // A newer writer may know nutrients that this catalog does not.
            if let nutrient = FurtherNutrient(rawValue: name) { food.nutrients[nutrient] = amount }
        }
        for _ in 0..<(try listCount()) { food.portions.append(Portion(name: try text(), grams: try amount())) }
        if isSet(ImportPage.allergensBit, bits) { food.allergens = try allergens() }
        return food
    }

    private mutating func readAmounts(_ bits: Int, into food: inout ImportedFood) throws(ServiceError) {
        if isSet(0, bits) { food.kcal = try amount() }
        if isSet(1, bits) { food.proteinG = try amount() }
        if isSet(2, bits) { food.fatG = try amount() }
        if isSet(3, bits) { food.carbohydrateG = try amount() }
        if isSet(4, bits) { food.fiberG = try amount() }
        if isSet(5, bits) { food.sugarG = try amount() }
        if isSet(6, bits) { food.saturatedFatG = try amount() }
        if isSet(7, bits) { food.sodiumMg = try amount() }
        if isSet(8, bits) { food.servingG = try amount() }
    }

    private mutating func readTexts(_ bits: Int, into food: inout ImportedFood) throws(ServiceError) {
        if isSet(ImportPage.amountCount, bits) { food.brand = try text() }
        if isSet(ImportPage.amountCount + 1, bits) { food.category = try text() }
        if isSet(ImportPage.amountCount + 2, bits) { food.barcode = try text() }
        if isSet(ImportPage.amountCount + 3, bits) { food.ingredients = try text() }
        if isSet(ImportPage.amountCount + 4, bits) { food.imageURL = try text() }
    }

    private static let invalidPage = ServiceError(.malformed, "The page of foods is truncated or invalid.")

    private func isSet(_ bit: Int, _ bits: Int) -> Bool { bits & 1 << bit != 0 }

    private mutating func allergens() throws(ServiceError) -> [Allergen] {
        var allergens: [Allergen] = []
        for _ in 0..<(try listCount()) {
            // An unknown allergen must not be dropped: the food would seem free of it.
            guard let allergen = Allergen(rawValue: try text()) else { throw Self.invalidPage }
            allergens.append(allergen)
        }
        return allergens
    }

    private mutating func listCount() throws(ServiceError) -> Int {
        let count = try number()
        guard (0...ImportPage.listMax).contains(count) else { throw Self.invalidPage }
        return count
    }

    private mutating func number() throws(ServiceError) -> Int {
        var (value, shift) = (0, 0)
        while shift < Self.numberBitsMax {
            let byte = try byte()
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Self.invalidPage
    }

    private mutating func text() throws(ServiceError) -> String {
        let count = try number()
        guard count <= bytes.count - position, count >= 0,
            let text = String(validating: bytes[position..<position + count], as: UTF8.self)
        else { throw Self.invalidPage }
        position += count
        return text
    }

    private mutating func amount() throws(ServiceError) -> Double {
        guard bytes.count - position >= Self.amountBytes else { throw Self.invalidPage }
        var bits: UInt64 = 0
        for offset in 0..<Self.amountBytes { bits |= UInt64(bytes[position + offset]) << (8 * offset) }
        position += Self.amountBytes
        return Double(bitPattern: bits)
    }
}
