import Contracts
import FoundationEssentials
import Storage
import StoredImages

/// The user and the language that foods are shown for.
struct FoodViewer: Sendable {
    /// Nil for a request without a user.
    let user: UserID?
    /// The requested language of names and labels.
    let language: String?
    let portionNames: PortionNames
    /// The wall clock, by which URLs of images expire.
    let now: Date
}

extension FoodCatalogService {
    /// Returns the caller of a request.
    func viewer(_ context: RequestContext, in language: String?) -> FoodViewer {
        FoodViewer(user: context.principal?.user, language: language, portionNames: portionNames, now: now())
    }
}

extension [Food] {
    /// Returns foods with what depends on the caller: avoided allergens, usual amounts, labels of portions, and signed
    /// URLs of images.
    ///
    /// - Parameters:
    ///   - viewer: The caller.
    ///   - reader: The database in the state in which the foods were read.
    /// - Returns: As many foods in the same order.
    /// - Throws: SQLite's errors, or `ServiceError` for an unreadable list of allergens.
    func shown(to viewer: FoodViewer, _ reader: SQLReader) throws -> [Food] {
        let avoided = try PersonTable.avoided(by: viewer.user, in: self, reader)
        let usual = try FoodUse.usualAmounts(of: map(\.id), for: viewer.user, reader)
        let foods = map { food in
            var food = viewer.portionNames.labelled(food, in: viewer.language)
            let matches = (food.allergens ?? []).filter(avoided.contains)
            if !matches.isEmpty { food.allergenMatches = matches }
            food.usual = usual[food.id]
            return food
        }
        return try FoodImages.address.signed(foods, \.imageURL, at: viewer.now, reader)
    }
}

extension Food {
    /// Returns the food with what depends on the caller.
    func shown(to viewer: FoodViewer, _ reader: SQLReader) throws -> Food { try [self].shown(to: viewer, reader)[0] }
}
