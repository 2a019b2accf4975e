import Contracts
import FoodFormats

/// A product in the JSON of Open Food Facts.
struct OpenFoodFactsProduct {
    /// The digits of its barcode, or of the database's own code if the package has none.
    let code: String
    private let json: RemoteJSON

    /// Returns nil for a product without a code.
    init?(_ json: RemoteJSON) {
        guard let code = json["code"]?.digits, RemoteBarcode(code) != nil else { return nil }
        (self.code, self.json) = (code, json)
    }

    /// Returns the food; nil if it has no name.
    ///
    /// - Parameter language: The preferred language of the name.
    /// - Returns: The food, with a name in another language if there is none in that one.
    func food(language: String) -> ImportedFood? {
        var names: [String: String] = [:]
        for tag in Set(OpenFoodFacts.languages + [language]) {
            names[tag] = json["product_name_\(tag)"]?.text(RemoteText.nameMax)
        }
        let ownLanguage = json["lang"]?.text(2) ?? "en"
        let general = json["product_name"]?.text(RemoteText.nameMax) ?? json["generic_name"]?.text(RemoteText.nameMax)
        if let general, names[ownLanguage] == nil { names[ownLanguage] = general }
        guard
            let (tag, name) = [language, ownLanguage, "en"].lazy.compactMap({ tag in names[tag].map { (tag, $0) } })
                .first
        else { return nil }
        names[tag] = nil
        var food = ImportedFood(sourceID: code, name: name, language: tag, names: names, type: .branded)
        describe(&food)
        OpenFoodFactsNutrients(json)?.fill(&food)
        return food
    }

    private func describe(_ food: inout ImportedFood) {
        food.brand = json["brands"]?.text(RemoteText.labelMax).map(Self.first)
        food.category = json["categories"]?.text(RemoteText.ingredientsMax).flatMap(Self.lastCategory)
        food.barcode = code
        food.ingredients = json["ingredients_text"]?.text(RemoteText.ingredientsMax)
        food.imageURL = RemoteText.imageURL(json["image_front_url"])
        // An empty list is the default of contributors, and an unknown tag does not exclude other allergens.
        let tags = (json["allergens_tags"]?.array ?? []).compactMap { $0.text(RemoteText.labelMax) }
        food.allergens = OpenFoodFactsText.allergens(tags)
        guard let grams = json["serving_quantity"]?.amount, grams > 0,
            ["g", "ml"].contains(json["serving_quantity_unit"]?.text(RemoteText.labelMax) ?? "g")
        else { return }
        food.servingG = grams
        food.portions = [Portion(name: json["serving_size"]?.text(RemoteText.labelMax) ?? "1 serving", grams: grams)]
    }

    private static func first(_ list: String) -> String {
        list.split(separator: ",").first.map { String($0) } ?? list
    }

    /// Returns the last, most specific category; categories with a language prefix are untranslated and are skipped.
    private static func lastCategory(_ list: String) -> String? {
        let words = list.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.contains(":") && !$0.isEmpty }
        return words.last.map { String($0.prefix(RemoteText.labelMax)) }
    }
}
