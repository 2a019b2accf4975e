package import Contracts
import Storage

extension FoodCatalogService {
    /// Returns foods that a device keeps for use without a connection.
    package func offlineFoods(_ request: CatalogOffline, _ context: RequestContext) async throws -> CatalogOffline.Reply
    {
        let user = try context.user()
        return try await store.readAtLength { reader in
            let rows =
                switch request.part {
                case .own: try CommonFoods.own(of: user, in: request.language, reader)
                case .common: try CommonFoods.common(in: request.language, reader)
                }
            let foods = rows.map { row in
                var food = portionNames.labelled(row.listed(in: request.language, for: user), in: request.language)
                food.imageURL = food.lastingImageURL
                return food
            }
            return CatalogOffline.Reply(items: foods.fittingOneReply)
        }
    }
}

/// Selects foods for devices.
package enum CommonFoods {
    /// The highest prominence of a common food: products begin above it, unless many users log them.
    ///
    /// Catalogs with millions of products therefore have no more of these foods than others.
    private static let prominenceMax = 120
    /// Foods from which those with a name in the language are chosen first.
    private static let candidatesMax = 3 * CatalogOffline.foodsMax

    /// The condition of the index `food_common`.
    ///
    /// Literal text, because SQLite uses a partial index only if the query repeats its condition.
    static let condition = "owner IS NULL AND prominence <= \(prominenceMax)"
    private static let candidates =
        "SELECT number FROM food INDEXED BY food_common WHERE \(condition) ORDER BY prominence, number LIMIT ?"

    /// Returns the foods that most users are likely to log, those with a name in the language first.
    static func common(in language: String?, _ reader: SQLReader) throws -> [FoodRow] {
        let numbers = try numbers(candidates, [candidatesMax], reader)
        let foods = try FoodTable.listedRows(numbers: numbers, in: language, reader)
        guard let code = language.map(LanguageTag.code(of:)) else {
            return Array(foods.prefix(CatalogOffline.foodsMax))
        }
        let isNamed = { (food: FoodRow) in food.language == code || food.names[code] != nil }
        return Array((foods.filter(isNamed) + foods.filter { !isNamed($0) }).prefix(CatalogOffline.foodsMax))
    }

    /// Returns a user's own foods, newest first.
    static func own(of user: UserID, in language: String?, _ reader: SQLReader) throws -> [FoodRow] {
        let numbers = try numbers(
            "SELECT number FROM food WHERE owner = ? ORDER BY number DESC LIMIT ?",
            [user.description, CatalogOffline.foodsMax],
            reader
        )
        return try FoodTable.listedRows(numbers: numbers, in: language, reader)
    }

    private static func numbers(_ sql: String, _ arguments: [SQLValue?], _ reader: SQLReader) throws -> [Int64] {
        var numbers: [Int64] = []
        try reader.forEach(sql, arguments) { row in
            numbers.append(row.integer(0))
            return true
        }
        return numbers
    }
}

extension [Food] {
    /// The bytes of a food in a reply without its texts, and of a portion without its name and label.
    private static let (foodBytes, portionBytes) = (490, 43)

    /// The first foods with an estimated size below the maximum of a reply.
    ///
    /// Escaping at most doubles a character of a text.
    fileprivate var fittingOneReply: [Food] {
        var bytes = 0
        return Array(
            prefix { food in
                let texts = food.name.utf8.count + (food.brand?.utf8.count ?? 0) + (food.imageURL?.utf8.count ?? 0)
                let portions = food.portions.reduce(0) { sum, portion in
                    sum + Self.portionBytes + 2 * (portion.name.utf8.count + (portion.label?.utf8.count ?? 0))
                }
                bytes += Self.foodBytes + 2 * texts + portions
                return bytes <= CatalogOffline.replyBytesMax
            }
        )
    }
}
