import Contracts
import FoodCatalog
import Foundation
import Storage
import Testing

/// A full disk during an import, simulated by the database's limit on its pages.
@Suite(.timeLimit(.minutes(5)))
struct FullDiskTests {
    private static let pages = 12
    private static let pageRows = 500

    private static func page(_ number: Int) -> [ImportedFood] {
        (0..<pageRows).map { row in
            ImportedFood(
                sourceID: "\(number)-\(row)",
                name: "Food \(word(number * pageRows + row)), page \(word(number))",
                brand: "Maker \(word(row))",
                type: .branded,
                kcal: 100,
                proteinG: 5,
                fatG: 5,
                carbohydrateG: 8,
                ingredients: String(repeating: "flour, water, salt ", count: 10)
            )
        }
    }

    /// Returns a word of letters for a number.
    private static func word(_ number: Int) -> String {
        "q" + String(number, radix: 17).map { String(UnicodeScalar(97 + UInt8($0.hexDigitValue ?? 16))) }.joined()
    }

    /// Counts the foods in each table and index.
    private static func contents(of catalog: CatalogFixture) async throws -> [Int] {
        try await catalog.store.read { reader in
            try [
                "SELECT count(*) FROM food", "SELECT count(*) FROM food_name",
                "SELECT count(*) FROM food_index WHERE food_index MATCH 'food'",
                "SELECT uses FROM word WHERE word = 'food'",
                "SELECT count(*) FROM word",
            ].map { try reader.scalar($0) ?? 0 }
        }
    }

    @Test func `a full disk rejects whole pages, keeps stored ones, and the import resumes with free space`()
        async throws
    {
        try await CatalogFixture.use { catalog in
            _ = try await catalog.importFoods(Self.page(0))
            let pageCount = try await catalog.store.write { transaction in
                let pages = try transaction.reader.scalar("PRAGMA page_count", as: Int.self) ?? 0
                try transaction.execute("PRAGMA max_page_count = \(2 * pages)")
                return pages
            }
            var taken = 1
            var failure: ServiceError?
            while failure == nil, taken < Self.pages {
                let page = Self.page(taken)
                failure = try await refusal { try await catalog.importFoods(page) }
                if failure == nil { taken += 1 }
            }
            #expect(pageCount > 0 && (2..<Self.pages).contains(taken))
            #expect(failure?.code == .diskFull)
            #expect(failure?.message == "There is no room left on the server's disk to store this.")

            // Never half a page or half a food.
            let foods = taken * Self.pageRows
            #expect(try await Self.contents(of: catalog).prefix(4) == [foods, foods, foods, foods])
            let last = Self.word(taken * Self.pageRows - 1)
            #expect(try await catalog.names("food \(last)").first?.hasPrefix("Food \(last),") == true)
            let again = try await refusal { try await catalog.importFoods(Self.page(taken)) }
            #expect(again?.code == .diskFull)

            _ = try await catalog.store.write { try $0.execute("PRAGMA max_page_count = 1000000") }
            for number in 0..<Self.pages {
                let reply = try await catalog.importFoods(Self.page(number))
                #expect((reply.unchanged, reply.added) == (number < taken ? (Self.pageRows, 0) : (0, Self.pageRows)))
            }
            let check: String? = try await catalog.store.read { try $0.scalar("PRAGMA integrity_check") }
            #expect(check == "ok")
            let whole = try await Self.contents(of: catalog)
            try await CatalogFixture.use { untroubled in
                for number in 0..<Self.pages { try await untroubled.importFoods(Self.page(number)) }
                #expect(try await Self.contents(of: untroubled) == whole)
            }
        }
    }
}
