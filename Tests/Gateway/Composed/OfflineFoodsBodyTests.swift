import Contracts
import Gateway
import Testing

/// The composed file of foods.
struct OfflineFoodsBodyTests {
    private static let away = ServiceError(.unavailable, "Away.")

    private static func food(_ name: String) -> Food {
        Food(id: .make(), name: name, kcal: 100, proteinG: 1, fatG: nil, carbohydrateG: 2, source: "test")
    }

    private static let own = CatalogOffline.Reply(items: [food(#"Mine "]}"#)])
    private static let common = CatalogOffline.Reply(items: [food("Рис"), food("Хліб")])
    private static let recent = DiaryFoodsOffline.Reply(
        items: [OfflineRecentFood(food: food("Soup"), grams: 250, portion: nil, quantity: nil, count: 3)]
    )

    private func part(_ reply: (some Encodable)?) throws -> Result<[UInt8], ServiceError> {
        guard let reply else { return .failure(Self.away) }
        return .success(try PayloadCoder.encode(reply))
    }

    @Test func `the parts of both services are put together under their digest`() throws {
        let (body, tag) = try OfflineFoodsBody.bytes(
            language: "uk",
            own: try part(Self.own),
            common: try part(Self.common),
            recent: try part(Self.recent)
        )
        let file = OfflineFoods(
            language: "uk",
            own: Self.own.items,
            common: Self.common.items,
            recent: Self.recent.items,
            unavailable: [],
            digest: tag.digest
        )
        #expect(try PayloadCoder.decodeReply(OfflineFoods.self, from: body) == file)
        #expect(String(decoding: body, as: UTF8.self) == String(decoding: try PayloadCoder.encode(file), as: UTF8.self))
    }

    @Test func `a missing part is null, its service is named once, and the digest differs`() throws {
        let all = try OfflineFoodsBody.bytes(
            language: nil,
            own: try part(Self.own),
            common: try part(Self.common),
            recent: try part(Self.recent)
        )
        let (body, tag) = try OfflineFoodsBody.bytes(
            language: nil,
            own: try part(CatalogOffline.Reply?.none),
            common: try part(CatalogOffline.Reply?.none),
            recent: try part(Self.recent)
        )
        let file = try PayloadCoder.decodeReply(OfflineFoods.self, from: body)
        #expect((file.own, file.common, file.language) == (nil, nil, nil))
        #expect(file.recent == Self.recent.items)
        #expect(file.unavailable == ["food-catalog"])
        #expect(tag != all.tag)
    }

    @Test func `no part at all, or a reply of another shape, is an error`() throws {
        let nothing = try part(CatalogOffline.Reply?.none)
        let away = #expect(throws: ServiceError.self) {
            try OfflineFoodsBody.bytes(language: nil, own: nothing, common: nothing, recent: nothing)
        }
        #expect(away?.code == .unavailable)
        let other = #expect(throws: ServiceError.self) {
            let list = Result<[UInt8], ServiceError>.success(Array(#"{"foods":[]}"#.utf8))
            return try OfflineFoodsBody.bytes(language: nil, own: list, common: nothing, recent: nothing)
        }
        #expect(other?.code == .internalError)
    }
}
