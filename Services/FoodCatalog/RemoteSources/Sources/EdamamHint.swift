import Contracts

/// Parses one food of Edamam's response.
enum EdamamHint {
    private static let columns: [(String, any WritableKeyPath<ImportedFood, Double?> & Sendable)] = [
        ("ENERC_KCAL", \.kcal), ("PROCNT", \.proteinG), ("FAT", \.fatG), ("CHOCDF", \.carbohydrateG),
        ("FIBTG", \.fiberG), ("SUGAR", \.sugarG), ("FASAT", \.saturatedFatG), ("NA", \.sodiumMg),
    ]
    /// Measures that are units of weight and therefore no portions.
    private static let weights: Set<String> = ["Gram", "Kilogram", "Ounce", "Pound"]

    /// Returns the food; nil if it has no id or no name.
    static func food(_ hint: RemoteJSON) -> ImportedFood? {
        guard let json = hint["food"], let id = json["foodId"]?.text(CatalogRemoteImport.sourceIDLength.upperBound),
            id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let name = json["label"]?.text(RemoteText.nameMax)
        else { return nil }
        let brand = json["brand"]?.text(RemoteText.labelMax)
        let category = json["category"]?.text(RemoteText.labelMax)
        var food = ImportedFood(sourceID: id, name: name, brand: brand, type: type(of: category, brand))
        food.category = category
        for (code, path) in columns { food[keyPath: path] = json["nutrients"]?[code]?.amount }
        food.ingredients = json["foodContentsLabel"]?.text(RemoteText.ingredientsMax)
        food.imageURL = RemoteText.imageURL(json["image"])
        food.portions = (hint["measures"]?.array ?? []).compactMap(portion).prefix(RemoteText.portionsMax).map { $0 }
        return food
    }

    private static func type(of category: String?, _ brand: String?) -> FoodType {
        switch (category, brand) {
        case ("Generic meals", nil): .dish
        case ("Packaged foods", _), ("Fast foods", _), (_, .some): .branded
        default: .generic
        }
    }

    private static func portion(_ measure: RemoteJSON) -> Portion? {
        guard let label = measure["label"]?.text(RemoteText.labelMax), !weights.contains(label),
            let grams = measure["weight"]?.amount, grams > 0
        else { return nil }
        return Portion(name: "1 \(label.lowercased())", grams: grams)
    }
}
