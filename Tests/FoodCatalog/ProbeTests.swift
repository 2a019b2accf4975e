import Contracts
import FoodCatalog
import Testing

@Test func `probe`() async throws {
    try await CatalogueFixture.useStarter { f in
        for q in [
            "banana", "milk", "egg", "rice", "greek yog", "salmon", "fish", "almonds", "tuna", "tuna salad", "shrimp",
            "cinnamon", "chia", "walnut", "cod", "a b c d e f g h i j k l m n", "b",
        ] {
            var t: [Duration] = []
            var n: [String] = []
            for _ in 0..<20 {
                let c = ContinuousClock()
                let s = c.now
                n = try await f.names(q, limit: 6)
                t.append(c.now - s)
            }
            t.sort()
            print(q, "|", t[10], t[19], "|", n.joined(separator: " ; "))
        }
    }
}
