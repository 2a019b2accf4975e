import Contracts
import FoodCatalog
import Foundation
import JSONCoding
import TestSupport
import Testing

/// Foods for devices without a connection.
@Suite(.timeLimit(.minutes(5)))
struct OfflineFoodsTests {
    private func foods(
        _ person: Person,
        _ part: CatalogOffline.Part,
        _ language: String? = nil
    ) async throws -> [Food] {
        let request = CatalogOffline(part: part, language: language)
        return try await person.catalog.service.offlineFoods(request.checked(), person.context()).items
    }

    @Test func `common foods are those without a brand, in the language of the user first`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let person = Person(catalog)
            let foods = try await foods(person, .common, "uk-UA")
            #expect(foods.count == CatalogOffline.foodsMax)
            #expect(Set(foods.map(\.id)).count == foods.count)
            #expect(foods.allSatisfy { $0.type != FoodType.branded.rawValue && $0.own == nil })
            let isCyrillic = foods.map { food in
                food.name.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
            }
            let named = isCyrillic.filter(\.self).count
            #expect(named > 100)
            #expect(isCyrillic.prefix(named).allSatisfy { $0 })
            #expect(try await self.foods(person, .common).count == CatalogOffline.foodsMax)
        }
    }

    @Test func `own foods are the caller's, newest first`() async throws {
        try await CatalogFixture.use(names: ["Apple"]) { catalog in
            let (person, other) = (Person(catalog), Person(catalog))
            for name in ["Soup", "Stew"] { try await person.add(name) }
            try await other.add("Cake") { $0.shared = .set(true) }
            #expect(try await foods(person, .own).map(\.name) == ["Stew", "Soup"])
            #expect(try await foods(person, .own).allSatisfy { $0.own == true })
            #expect(try await foods(person, .common).map(\.name) == ["Apple"])
        }
    }
}
