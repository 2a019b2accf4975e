import Contracts
import FoodCatalog
import Foundation
import Testing

/// Queries with typing errors, other spellings and other languages.
struct TypingTests {
    @Test(arguments: [
        ("bannana", "Banana"), ("banan", "Banana"), ("bananna", "Banana"), ("abnana", "Banana"), ("nanana", "Banana"),
        ("brocoli", "Broccoli"), ("brocolli", "Broccoli"), ("choclate", "Chocolate"), ("chocolatte", "Chocolate"),
        ("yoghrut", "Yogurt"), ("spinahc", "Spinach"), ("tomatoe", "Tomato"), ("avacado", "Avocado"),
    ])
    func `one or two errors in a long word are corrected`(typed: String, wanted: String) async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            let names = try await fixture.names(typed, limit: 3)
            #expect(names.contains { $0.contains(wanted) }, "\(names)")
        }
    }

    @Test(arguments: [("peanutbutter", "Peanut butter"), ("water melon", "Watermelon"), ("oat meal", "Oatmeal")])
    func `words written together or apart are found`(typed: String, wanted: String) async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            let names = try await fixture.names(typed, limit: 3)
            #expect(names.contains { $0.hasPrefix(wanted) }, "\(names)")
        }
    }

    @Test func `a short word is not corrected`() async throws {
        try await CatalogFixture.use(names: ["Mice, roasted"]) { fixture async throws in
            #expect(try await fixture.names("rice").isEmpty)
        }
    }

    @Test(arguments: [(60, true), (40, false)])
    func `a known word is corrected to one of far more foods`(foods: Int, isCorrected: Bool) async throws {
        let names = (1...foods).map { "Chocolate \($0)" } + ["Choclate bar"]
        try await CatalogFixture.use(names: names) { fixture async throws in
            let found = try await fixture.names("choclate", limit: 20)
            #expect(found.contains("Choclate bar"))
            #expect(found.contains { $0.hasPrefix("Chocolate") } == isCorrected, "\(found)")
        }
    }

    @Test func `every prefix finds the food`() async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            for (name, wanted) in [
                ("greek yogurt", "Yogurt, Greek"), ("broccoli", "Broccoli"), ("olive oil", "Olive oil"),
            ] {
                for length in 3...name.count {
                    let names = try await fixture.names(String(name.prefix(length)), limit: 20)
                    #expect(!names.isEmpty, "\(name.prefix(length))")
                    if length > name.count - 3 {
                        #expect(names.prefix(3).contains { $0.hasPrefix(wanted) }, "\(name.prefix(length)): \(names)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("банан", "Banana"), ("банани", "Banana"), ("моло", "Milk"), ("гречка", "Buckwheat"), ("ЯЙЦЕ", "Egg"),
        ("กล้วย", "Banana"), ("กล้", "Banana"), ("นม", "Milk"), ("ไข่", "Egg"), ("ข้าวสวย", "Rice"),
    ])
    func `names in other languages are found by prefixes and other cases`(
        typed: String,
        wanted: String
    ) async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            let names = try await fixture.names(typed, limit: 5)
            #expect(names.contains { $0.localizedCaseInsensitiveContains(wanted) }, "\(names)")
        }
    }

    @Test func `a name is returned in the requested language`() async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            let request = CatalogSearch(q: "banana raw", language: "uk", limit: 3)
            let foods = try await fixture.service.searchFoods(request, fixture.context).items
            #expect(foods.contains { $0.name.hasPrefix("Банан") })
        }
    }

    @Test func `synonyms find the same foods`() async throws {
        try await CatalogFixture.withDirectory { directory in
            let synonyms = "aubergine, eggplant # a fruit\noj, orange juice\n"
            try await CatalogFixture.open(in: directory, synonyms: synonyms) { fixture async throws in
                try await fixture.fill(names: ["Eggplant, raw", "Juice, orange", "Orange, raw", "Ojibwa rice"])
                #expect(try await fixture.names("aubergine") == ["Eggplant, raw"])
                #expect(try await fixture.names("aubergines raw").first == "Eggplant, raw")
                #expect(try await fixture.names("oj") == ["Juice, orange", "Ojibwa rice"])
            }
        }
    }

    @Test func `synonyms of Thai words find the same foods`() async throws {
        try await CatalogFixture.withDirectory { directory in
            try await CatalogFixture.open(in: directory, synonyms: "th: ไอศกรีม, ไอติม\n") { fixture async throws in
                try await fixture.fill(names: ["ไอศกรีมวานิลลา", "ข้าวสวย"])
                #expect(try await fixture.names("ไอติม") == ["ไอศกรีมวานิลลา"])
                #expect(try await fixture.names("ไอศกรีม") == ["ไอศกรีมวานิลลา"])
            }
        }
    }

    @Test(arguments: ["one", "a, b, " + String(repeating: "c,", count: 30) + "d", "a b c d e, f"])
    func `an invalid line of synonyms is named`(line: String) {
        let failure = #expect(throws: Synonyms.Failure.self) { try Synonyms(text: "a, b\n\(line)") }
        #expect(failure?.description.contains("line 2") == true)
    }
}
