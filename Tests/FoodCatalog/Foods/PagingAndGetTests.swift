import Contracts
import FoodCatalog
import Testing

struct PagingAndGetTests {
    @Test(arguments: [1, 3, 7, 100])
    func `pages contain every result once and in one order`(limit: Int) async throws {
        try await CatalogFixture.useStarter { fixture in
            let whole = try await fixture.pages("banana", limit: CatalogSearch.limits.upperBound).flatMap { $0 }.map(
                \.id
            )
            let pages = try await fixture.pages("banana", limit: limit)
            #expect(pages.flatMap { $0 }.map(\.id) == whole)
            #expect(Set(whole).count == whole.count)
            #expect(whole.count > 30)
            #expect(pages.dropLast().allSatisfy { $0.count == limit })
            #expect(pages.last?.isEmpty == false)
        }
    }

    @Test func `a search with thousands of matches is bounded and has no duplicates`() async throws {
        try await CatalogFixture.useStarter { fixture in
            let ids = try await fixture.pages("c", limit: 100).flatMap { $0 }.map(\.id)
            #expect(ids.count > 100)
            #expect(ids.count <= FoodIndex.candidatesMax)
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test func `a page after the end is empty and the last`() async throws {
        try await CatalogFixture.use(names: ["Honey"]) { fixture in
            let reply = try await fixture.service.searchFoods(
                CatalogSearch(q: "honey", cursor: PageCursor.text(offset: 5)),
                fixture.context
            )
            #expect(reply.items.isEmpty)
            #expect(reply.nextCursor == nil)
        }
    }

    @Test func `a found food equals the food by its id`() async throws {
        try await CatalogFixture.useStarter { fixture in
            let found = try #require(
                try await fixture.service.searchFoods(CatalogSearch(q: "banana ripe", limit: 1), fixture.context).items
                    .first
            )
            #expect(found.name == "Bananas, ripe and slightly ripe, raw")
            #expect(found.source == "foundation")
            #expect(found.flags.isEmpty)
            #expect(found.portions == [Portion(name: "1 banana", grams: 115)])
            var got = try await fixture.service.getFood(CatalogGet(id: found.id), fixture.context)
            #expect(got.names?["en"] == found.name)
            #expect(got.createdAt != nil)
            (got.names, got.createdAt) = (nil, nil)
            #expect(got == found)
        }
    }

    @Test func `unknown values are null`() async throws {
        try await CatalogFixture.use(names: ["Honey"]) { fixture async throws in
            let found = try #require(
                try await fixture.service.searchFoods(CatalogSearch(q: "honey"), fixture.context).items.first
            )
            #expect(found.fiberG == nil)
            #expect(found.sodiumMg == nil)
            #expect(found.category == nil)
            #expect(found.proteinG == 0)
        }
    }

    @Test func `an unknown id is not found`() async throws {
        try await CatalogFixture.use { fixture in
            await #expect(throws: ServiceError.notFound("food")) {
                try await fixture.service.getFood(CatalogGet(id: .make()), fixture.context)
            }
        }
    }
}
