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

    @Test func `foods and then images are erased in portions, which large images make smaller`() async throws {
        try await CatalogFixture.use { catalog in
            let (leaves, stays) = (Person(catalog), Person(catalog))
            let count = OwnFoodErasure.portionFoodsMax + 20
            for number in 1...count { try await leaves.add("Soup \(number)") }
            try await stays.upload(try await stays.add("Soup").id, try TestPicture.file())
            try await catalog.store.write { transaction in
                for number in 1...10 {
                    try transaction.execute(
                        """
                        INSERT INTO image (food, owner, id, content_type, width, height, bytes)
                        VALUES (?, ?, ?, 'image/png', 1, 1, 1048576)
                        """,
                        [FoodID.make().description, leaves.user.description, "\(number)"]
                    )
                }
            }
            var portions: [Int] = []
            for _ in 0..<5 {
                portions.append(
                    try await catalog.store.write { try OwnFoodErasure.erasePortion(of: leaves.user, $0) }
                )
            }
            #expect(portions == [OwnFoodErasure.portionFoodsMax, 20, 4, 4, 2])
            try await OwnFoodErasure.eraseAhead(leaves.user, catalog.store)
            #expect(try await leaves.names("soup") == [])
            #expect(try await stays.names("soup") == ["Soup"])
            // Foods added in between are erased with the account.
            try await leaves.add("Soup again")
            try await catalog.erase(leaves.user)
            #expect(try await leaves.names("soup") == [])
            let left = try await catalog.store.read { try $0.scalar("SELECT count(*) FROM image", as: Int.self) }
            #expect(left == 1)
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

    @Test func `an export contains only the user's own foods, and the images of removed ones`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Borscht")
            let removed = try await owner.add("Okroshka")
            let image = ImageID.make()
            try await owner.upload(removed.id, try TestPicture.file(), as: image)
            try await owner.remove(removed.id)
            try await other.add("Solyanka") { $0.shared = .set(true) }
            let page = try await catalog.store.exportPage(ExportPage(), of: owner.user, FoodCatalogSchema.export)
            #expect(page.text.contains("Borscht"))
            #expect(page.text.contains(food.id.description))
            #expect(!page.text.contains("Solyanka"))
            #expect(page.text.contains(removed.id.description))
            #expect(page.text.contains(#""id":"\#(image)""#))
            let users = try await catalog.store.read { try FoodCatalogSchema.people(after: nil, limit: 9, $0) }
            #expect(Set(users) == [owner.user, other.user])
        }
    }
}
