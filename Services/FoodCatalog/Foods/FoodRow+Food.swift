import Calendar
import Contracts
import FoundationEssentials
import StoredImages

extension FoodRow {
    /// Returns the name in a language, ignoring a region (`uk-UA`).
    private func name(in language: String) -> String? {
        let code = LanguageTag.code(of: language)
        return code == self.language ? name : names[language] ?? names[code]
    }

    /// All names by language.
    var namesByLanguage: [String: String] {
        var all = names
        all[language] = name
        return all
    }

    /// The time at which the catalog stored it first; for a food from before this was stored, the time in its id.
    private var createdAt: String? {
        let seconds = createdAtS.map { Double($0) } ?? id.uuid.millisecondsSince1970.map { Double($0) / 1_000 }
        return seconds.map { Timestamp.text(Date(timeIntervalSince1970: $0)) }
    }

    /// Returns the image URL that a user may receive.
    ///
    /// Earlier versions accepted any URL as the image of a user's own food. Other users do not receive these, because
    /// the image's host would learn when they view the food, and from which network address.
    func visibleImageURL(for reader: UserID?) -> String? {
        let isForAll = owner == nil || owner == reader || ImageName.uploaded(imageURL) != nil
        return isForAll ? imageURL : nil
    }

    /// Returns the food as a list item.
    ///
    /// - Parameters:
    ///   - language: The preferred language of the name.
    ///   - reader: The requesting user.
    /// - Returns: The food without the values of details; see ``FoodViewer``.
    func listed(in language: String?, for reader: UserID?) -> Food {
        var food = Food(
            id: id,
            name: language.flatMap(name(in:)) ?? name,
            brand: brand,
            category: category,
            kcal: kcal,
            proteinG: proteinG,
            fatG: fatG,
            carbohydrateG: carbohydrateG,
            fiberG: fiberG,
            sugarG: sugarG,
            saturatedFatG: saturatedFatG,
            sodiumMg: sodiumMg,
            portions: portions,
            flags: flags.map(\.rawValue),
            source: source,
            imageURL: visibleImageURL(for: reader),
            type: type,
            allergens: allergens?.map(\.rawValue)
        )
        food.picture = FoodPicture.path(of: id)
        food.densityGPerMl = FoodDensity.gramsPerMl(of: food, named: self.name)
        if owner != nil, owner == reader { food.own = true }
        return food
    }

    /// Returns the food with all of its values.
    func detailed(in language: String?, for reader: UserID?, version: Int) -> Food {
        var food = listed(in: language, for: reader)
        food.names = namesByLanguage
        food.createdAt = createdAt
        food.barcode = barcode?.text
        // A shared recipe may contain private foods; `catalog.recipes.get` returns its ingredients without those.
        food.ingredients = type == .recipe && owner != reader ? nil : ingredients
        food.nutrients = nutrients.isEmpty ? nil : nutrients
        if food.own == true { (food.version, food.shared) = (version, shared) }
        return food
    }
}
