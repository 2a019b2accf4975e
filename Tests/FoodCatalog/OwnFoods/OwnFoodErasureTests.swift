import Contracts
import FoodCatalog
import JSONCoding
import Storage
import TestSupport
import Testing

@Suite struct OwnFoodErasureTests {
    @Test func `an erased user leaves no food, and no word of them in any database file`() async throws {
        try await CatalogFixture.use { catalog in
            let (leaves, stays) = (Person(catalog), Person(catalog))
            let names = ["Qwzxkovbread", "Pyjqvtsoup"]
            try await leaves.add(names[0]) { $0.barcode = .set("4006381333931") }
            try await leaves.add(names[1]) { $0.shared = .set(true) }
            try await stays.add("Honey cake")
            #expect(try await stays.names("pyjqvtsoup") == [names[1]])
            // Checks that the index contains each word; a common prefix may be omitted.
            for word in ["wzxkovbread", "yjqvtsoup"] { #expect(try catalog.directory.filesContain(word)) }

            try await catalog.erase(leaves.user)
            #expect(try await stays.names("pyjqvtsoup") == [])
            #expect(try await stays.names("honey") == ["Honey cake"])
            try await IndexCleaning.runIfDue(catalog.store)
            for word in ["wzxkovbread", "yjqvtsoup"] { #expect(try !catalog.directory.filesContain(word)) }
            #expect(try !catalog.directory.filesContain(leaves.user.description))
            #expect(try !catalog.directory.filesContain(leaves.user.description.replacing("-", with: "")))
            #expect(try await stays.names("honey") == ["Honey cake"])
            let late = try await refusal { try await leaves.add("Again") }
            #expect(late?.code == .unauthenticated)
        }
    }

    @Test func `foods are erased in portions, which images make smaller`() async throws {
        try await CatalogFixture.use { catalog in
            let (leaves, stays) = (Person(catalog), Person(catalog))
            let count = OwnFoodErasure.portionFoodsMax + 20
            for number in 1...count { try await leaves.add("Soup \(number)") }
            try await stays.add("Soup")
            let first = try await catalog.store.write { try OwnFoodErasure.erasePortion(of: leaves.user, $0) }
            #expect(first == OwnFoodErasure.portionFoodsMax)
            _ = try await catalog.store.write { transaction in
                try transaction.execute(
                    """
                    INSERT INTO image (food, id, content_type, width, height, bytes)
                    SELECT number, number, 'image/png', 1, 1, 1048576 FROM food
                    """
                )
            }
            let second = try await catalog.store.write { try OwnFoodErasure.erasePortion(of: leaves.user, $0) }
            #expect(second == 4)
            try await OwnFoodErasure.eraseAhead(leaves.user, catalog.store)
            #expect(try await leaves.names("soup") == [])
            #expect(try await stays.names("soup") == ["Soup"])
            // Foods added in between are erased with the account.
            try await leaves.add("Soup again")
            try await catalog.erase(leaves.user)
            #expect(try await leaves.names("soup") == [])
        }
    }

    @Test func `users with foods are listed in order`() async throws {
        try await CatalogFixture.use { catalog in
            let people = [Person(catalog), Person(catalog), Person(catalog)].sorted { $0.user < $1.user }
            for person in people { try await person.add("Soup") }
            let all = try await catalog.store.read { try FoodCatalogSchema.people(after: nil, limit: 2, $0) }
            #expect(all == people.prefix(2).map(\.user))
            let last = try await catalog.store.read { try FoodCatalogSchema.people(after: all[1], limit: 2, $0) }
            #expect(last == [people[2].user])
        }
    }

    @Test func `an export contains only the user's own foods`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Borscht")
            try await other.add("Solyanka") { $0.shared = .set(true) }
            let page = try await catalog.store.exportPage(ExportPage(), of: owner.user, FoodCatalogSchema.export)
            #expect(page.text.contains("Borscht"))
            #expect(page.text.contains(food.id.description))
            #expect(!page.text.contains("Solyanka"))
        }
    }
}
