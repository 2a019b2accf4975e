/// Ways of making food, which names in other languages often lack.
enum Preparation {
    private struct Way {
        /// What names in English say, the likeliest first.
        let names: [String]
        /// Beginnings of the words of English and Ukrainian, folded.
        let stems: [String]
        /// Words of Thai, which stand before or behind a food without a space, folded.
        let thai: [String]
    }

    private static let ways = [
        Way(names: ["fried"], stems: ["fried", "смажен", "підсмажен"], thai: ["ทอด", "ผัด"]),
        Way(names: ["steamed", "cooked"], stems: ["steam", "паров", "парі"], thai: ["นึ่ง"]),
        Way(names: ["boiled", "cooked"], stems: ["boil", "cook", "варен", "відварн"], thai: ["ต้ม", "ลวก"]),
        Way(names: ["baked", "roasted"], stems: ["bake", "roast", "запечен", "печен"], thai: ["อบ", "เผา"]),
        Way(names: ["grilled", "broiled", "roasted"], stems: ["grill", "гриль"], thai: ["ย่าง", "ปิ้ง"]),
        Way(names: ["stewed", "braised", "cooked"], stems: ["stew", "тушкован", "тушен"], thai: ["ตุ๋น"]),
    ]
    /// Beginnings of words that say how a food is served, and that no other food has.
    private static let servings = [
        "fresh", "homemade", "plain", "hot", "iced", "cold", "warm", "organic", "sliced", "chopped", "diced", "toasted",
        "frozen", "skinless", "boneless", "lean", "leftover", "extra", "dry", "raw", "uncooked", "instant", "stir",
        "свіж",
        "домашн", "сух", "сир", "холодн", "гаряч", "тепл", "нарізан",
    ]
    /// Words that no way of making has, although they begin like one.
    private static let exceptions: Set<String> = [
        "cookie", "cookies", "сир", "сиру", "сиром", "сирник", "сирники", "сири", "печінка",
    ]
    private static let servingsInThai = ["สด", "เย็น", "ร้อน", "ดิบ", "แช่แข็ง"]

    private static let thaiWords = (ways.flatMap(\.thai) + servingsInThai).map { MealLexer.folded($0.unicodeScalars) }

    /// Returns whether a folded word says how a food is made or served.
    static func isWay(_ word: String) -> Bool {
        guard !exceptions.contains(word) else { return false }
        return thaiWords.contains(word) || servings.contains(where: word.hasPrefix) || !names(of: word).isEmpty
    }

    /// Returns what names in English say for a folded word.
    static func names(of word: String) -> [String] {
        guard !exceptions.contains(word) else { return [] }
        let way = ways.first { way in
            way.stems.contains(where: word.hasPrefix)
                || way.thai.contains { MealLexer.folded($0.unicodeScalars) == word }
        }
        return way?.names ?? []
    }

    /// Splits a run of Thai into a food and how it is made; nil if it says none.
    static func split(thai run: String) -> (food: String, way: String)? {
        for word in thaiWords where run.count > word.count {
            if run.hasSuffix(word) { return (String(run.dropLast(word.count)), word) }
            if run.hasPrefix(word) { return (String(run.dropFirst(word.count)), word) }
        }
        return nil
    }
}
