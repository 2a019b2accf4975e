import Contracts
import FoodCatalog
import Testing
@Test func `probe`() async throws {
    try await CatalogueFixture.useStarter { f in
        for q in ["banana","bananas","milk","whole milk","egg","eggs","greek yog","greek yogurt","rice","white rice","ri","b","c","chicken","chicken breast","bread","whole wheat bread","oat","oats","oatmeal","apple","apples","potato","beef","ground beef","cheese","cheddar","coffee","tea","butter","olive oil","salmon","tomato","cookies","cookie","berries","strawberries","pasta","water","sugar","orange juice","pizza","beer","peanut butter","yogurt","carrot","onion","tofu","lentils","beans","chocolate", "chicken tandoori zzz","avocado","almonds","tuna","honey","a b c d e f g h i j k l m n", "with", "with a", "s r c w b"] {
            var t = [Duration]()
            var n: [String] = []
            for _ in 0..<20 { let c = ContinuousClock(); let s = c.now; n = try await f.names(q, limit: 6); t.append(c.now - s) }
            t.sort()
            print(q, "|", t[10], t[19], "|", n.joined(separator: " ; "))
        }
    }
}
