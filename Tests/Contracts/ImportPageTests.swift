import Contracts
import SeededRandom
import Testing

@Suite struct `A page of foods` {
    private static let full = ImportedFood(
        sourceID: "170393",
        id: FoodID("7ed30c5d-6d66-53e7-9a2a-3a47ba966988"),
        name: "Йогурт",
        language: "uk",
        names: ["en": "Yogurt", "th": "โยเกิร์ต"],
        aliases: ["Yoghurt"],
        brand: "Marka",
        category: "Dairy",
        type: .branded,
        kcal: 61,
        proteinG: 3.5,
        fatG: 0,
        sodiumMg: 46.25,
        nutrients: [.calciumMg: 121],
        portions: [Portion(name: "1 cup", grams: 245)],
        servingG: 125,
        barcode: "4006381333931",
        ingredients: "milk",
        allergens: [.milk],
        imageURL: "https://images.example/1.jpg"
    )

    private static let bare = ImportedFood(sourceID: "1", name: "Water", type: .generic, allergens: [])

    private static func bytes(_ foods: [ImportedFood]) -> [UInt8] {
        var writer = ImportPageWriter()
        for food in foods {
            let isAdded = writer.add(food)
            #expect(isAdded)
        }
        return writer.bytes
    }

    @Test func `survives a round trip, with unknown values distinct from empty ones`() throws {
        #expect(try ImportPage.rows(of: Self.bytes([Self.full, Self.bare])).map(\.food) == [Self.full, Self.bare])
    }

    @Test func `gives equal foods equal digests, and different foods different ones`() throws {
        let rows = try ImportPage.rows(of: Self.bytes([Self.full, Self.bare, Self.full]))
        #expect(rows[0].digest == rows[2].digest && rows[0].digest != rows[1].digest)
        #expect(rows[0].digest == ImportPage.digest(of: Self.full))
        var other = Self.full
        other.names["th"] = nil
        #expect(ImportPage.digest(of: other) != rows[0].digest)
    }

    @Test func `cut anywhere but between rows is rejected`() throws {
        let bytes = Self.bytes([Self.bare, Self.full])
        let boundaries = [Self.bytes([]).count, Self.bytes([Self.bare]).count, bytes.count]
        for count in 0...bytes.count {
            let rows = try? ImportPage.rows(of: Array(bytes.prefix(count)))
            #expect((rows != nil) == boundaries.contains(count), "\(count)")
        }
    }

    @Test func `with damaged bytes gives foods or an error, never a trap`() throws {
        var generator = SeededGenerator(seed: 5)
        let bytes = Self.bytes([Self.full, Self.bare])
        var (foods, errors) = (0, 0)
        for _ in 0..<20_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if let rows = try? ImportPage.rows(of: damaged) { foods += rows.count } else { errors += 1 }
        }
        #expect(foods > 0 && errors > 0)
    }

    @Test func `rejects a row that would exceed its size limit, and is unchanged`() {
        var writer = ImportPageWriter()
        var food = Self.bare
        food.ingredients = String(repeating: "x", count: 200_000)
        let added = (0..<3).map { _ in writer.add(food) }
        let before = writer.bytes
        let isFourthAdded = writer.add(food)
        #expect(added == [true, true, true] && !isFourthAdded)
        #expect(writer.bytes == before && writer.rows == 3)
    }
}
