import Crypto
import FoodCatalog
import Testing

/// The stored index depends on the code that derives tokens from names: other tokens require a new version.
struct IndexTextVersionTests {
    private static let names: [(names: [String], brand: String?)] = [
        (["Bananas, raw"], nil), (["Cheese, cheddar, sharp, sliced"], "Kellogg's"), (["Jalape\u{F1}os"], nil),
        (["Egg, whole, raw, fresh", "Яйце куряче, сире", "ไข่ไก่ดิบ"], nil), (["Зґущене молоко з ґуавою"], "Рошен"),
        (["ข้าวสวย 100% (หอมมะลิ)", "Rice, jasmine, cooked"], nil), (["Süßkartoffeln, gebraten"], "Müller"),
        (["Berries, blackberries, unsweetened"], "Crème & Œuf"), (["Łosoś wędzony"], nil), (["Ёжик, ОПЛЁТЕНЫЙ"], nil),
        (["Milk, lowfat, 1% milkfat"], "365 by Whole Foods"), (["豆腐", "Tofu"], nil), (["X"], ""),
        (["Soup, chicken noodle, canned, condensed, commercial, reduced sodium, with added vitamins"], nil),
    ]
    /// The digest of all names for each version.
    private static let digests = [2: "cf26d8efb003aadd"]

    @Test func `equal versions derive equal tokens from names`() {
        var hash = SHA256()
        for (names, brand) in Self.names {
            let text = IndexText(names: names, brand: brand)
            hash.update(data: Array("\(text.tokens) \(text.vocabulary) \(text.detail) ".utf8) + text.lines)
        }
        let digest = hash.finalize().prefix(8).reduce("") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
        #expect(
            Self.digests[IndexText.version] == digest,
            """
            Names have other tokens or lines than before, and databases contain the earlier ones. Add 1 to \
            IndexText.version, so that indexes are rebuilt, and add \(digest) for the new version here.
            """
        )
    }
}
