import FoodCatalog
import Testing

/// Searches of a text in another one, byte by byte.
struct ByteSearchTests {
    @Test(arguments: [
        ("Milk, whole", "Milk, ", true), ("Milk", "Milk, ", false), ("Fruit drinks", "drinks", true),
        ("Fruit drinks", "Drinks", false), ("", "a", false), ("a", "", true), ("", "", true), ("aab", "ab", true),
        ("Суп овочевий", "овоч", true), ("Суп", "овоч", false),
    ])
    func `a text contains another one as contains says`(text: String, other: String, expected: Bool) {
        #expect(text.containsBytes(of: other) == expected)
        #expect(text.contains(other) == expected)
    }
}
