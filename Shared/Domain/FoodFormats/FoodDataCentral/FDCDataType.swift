package import Contracts

/// Data types of FoodData Central that are edible foods; others are laboratory samples and the like.
enum FDCDataType: UInt8 {
    case foundation
    case srLegacy
    case fndds
    case branded

    /// Parses the data type of `food.csv`.
    init?(_ text: String) {
        switch text {
        case "foundation_food": self = .foundation
        case "sr_legacy_food": self = .srLegacy
        case "survey_fndds_food": self = .fndds
        case "branded_food": self = .branded
        default: return nil
        }
    }

    var source: String {
        switch self {
        case .foundation: "foundation"
        case .srLegacy: "srLegacy"
        case .fndds: "fndds"
        case .branded: "usdaBranded"
        }
    }
}

/// Distinguishes single foods from dishes by their category.
package enum GenericOrDish {
    /// Categories of dishes in Foundation Foods and SR Legacy; all others have single foods.
    private static let dishes: Set<String> = [
        "Baby Foods", "Baked Products", "Fast Foods", "Meals, Entrees, and Side Dishes", "Restaurant Foods", "Snacks",
        "Soups, Sauces, and Gravies", "Sweets",
    ]
    /// First words of single foods in the category of sweets.
    private static let singleSweets = ["Honey", "Molasses", "Sugar", "Sugars", "Syrup", "Syrups"]
    /// Categories of single foods in the Survey Foods (WWEIA); all others have dishes.
    private static let single: Set<String> = [
        "Apple juice", "Apples", "Bacon", "Bananas", "Beans, peas, legumes", "Beef, excludes ground", "Beer",
        "Blueberries and other berries", "Bottled water", "Broccoli", "Butter and animal fats", "Cabbage", "Carrots",
        "Cheese", "Chicken, whole pieces", "Citrus fruits", "Citrus juice", "Coffee", "Corn",
        "Cottage/ricotta cheese", "Cream and cream substitutes", "Cream cheese, sour cream, whipped cream",
        "Dried fruits", "Fish", "Grapes", "Ground beef", "Lamb, goat, game", "Liver and organ meats",
        "Mango and papaya", "Margarine", "Melons", "Milk, lowfat", "Milk, nonfat", "Milk, reduced fat", "Milk, whole",
        "Nuts and seeds", "Oatmeal", "Onions", "Other dark green vegetables", "Other fruit juice",
        "Other red and orange vegetables", "Other starchy vegetables", "Pasta, noodles, cooked grains",
        "Peaches and nectarines", "Pears", "Pineapple", "Plant-based milk", "Pork", "Rice", "Shellfish", "Spinach",
        "Strawberries", "String beans", "Sugars and honey", "Tap water", "Tea", "Tomatoes",
        "Turkey, duck, other poultry", "Vegetable juice", "White potatoes, baked or boiled", "Wine", "Yogurt, Greek",
        "Yogurt, regular",
    ]

    /// Returns the type of an unbranded food; generic for other sources.
    ///
    /// - Parameters:
    ///   - source: `foundation`, `srLegacy` or `fndds`.
    ///   - category: The category in the source.
    ///   - name: The name.
    /// - Returns: Generic or dish.
    package static func type(source: String, category: String?, name: String) -> FoodType {
        guard ["foundation", "srLegacy", "fndds"].contains(source) else { return .generic }
        guard let category else { return source == "fndds" ? .dish : .generic }
        if source == "fndds" { return single.contains(category) ? .generic : .dish }
        guard dishes.contains(category) else { return .generic }
        let first = String(name.prefix { $0 != "," && $0 != " " })
        return category == "Sweets" && singleSweets.contains(first) ? .generic : .dish
    }
}
