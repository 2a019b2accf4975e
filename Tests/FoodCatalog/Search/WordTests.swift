import FoodCatalog
import Testing

struct WordTests {
    @Test(arguments: [
        ("Bananas, raw", ["bananas", "raw"]),
        ("  Milk,2%fat (1 cup)!", ["milk", "2", "fat", "1", "cup"]),
        ("Kellogg's corn\u{2019}s", ["kelloggs", "corns"]),
        ("Jalape\u{F1}o cr\u{E8}me Br\u{FB}l\u{E9}e", ["jalapeno", "creme", "brulee"]),
        ("Jalapen\u{303}o", ["jalapeno"]),
        ("BORSCHT \u{411}\u{41E}\u{420}\u{429}", ["borscht", "\u{431}\u{43E}\u{440}\u{449}"]),
        ("\" * ^ () - \u{1F34C}\u{0}", []),
        ("", []),
    ])
    func `a text is split into normalised words`(text: String, words: [String]) {
        #expect(WordNormaliser.words(of: text) == words)
    }

    @Test(arguments: [
        ("banana", "bananas"), ("berry", "berries"), ("cookie", "cookies"), ("tomato", "tomatoes"), ("dish", "dishes"),
        ("peach", "peaches"), ("box", "boxes"), ("olive", "olives"), ("pea", "peas"), ("pie", "pies"), ("egg", "eggs"),
        ("leaf", "leaves"), ("loaf", "loaves"), ("quiche", "quiches"), ("radish", "radishes"), ("apple", "apples"),
    ])
    func `singular and plural have the same stem`(singular: String, plural: String) {
        #expect(Stemmer.stem(of: singular) == Stemmer.stem(of: plural))
    }

    @Test(arguments: [
        ("gas", "ga"), ("hummus", "hummu"), ("glass", "glas"), ("swiss", "swis"), ("egg", "eggplant"), ("", "s"),
    ])
    func `a word that is not a plural keeps its ending`(word: String, other: String) {
        #expect(Stemmer.stem(of: word) != Stemmer.stem(of: other))
    }

    @Test(arguments: [
        ("Bananas, ripe, raw", 0..<1), ("Peanut butter", 0..<2), ("Fish, salmon, raw", 1..<2), ("Fish, NFS", 0..<1),
        ("Fish, tofu, and leeks", 0..<1),
        ("Fish", 0..<1), (", ,", 0..<0),
    ])
    func `the leading words name the food`(name: String, lead: Range<Int>) {
        #expect(SearchableName(name).lead == lead)
    }

    @Test func `plain names have the least detail`() {
        let names = [
            "Rice, white, cooked", "Rice, fried, NFS", "Rice, fried, with shrimp",
            "Rice with stewed beans, spicy style",
        ]
        let details = names.map { SearchableName($0).detail }
        #expect(details == details.sorted())
        #expect(Set(details).count == names.count)
    }
}
