import Contracts

/// Names of meals in other programs and languages.
enum ImportMeals {
    private static let meals: [String: Meal] = [
        "breakfast": .breakfast, "lunch": .lunch, "dinner": .dinner, "supper": .dinner, "snack": .snack,
        "snacks": .snack,
        "сніданок": .breakfast, "обід": .lunch, "вечеря": .dinner, "перекус": .snack, "перекуси": .snack,
        "อาหารเช้า": .breakfast, "มื้อเช้า": .breakfast, "อาหารกลางวัน": .lunch, "มื้อกลางวัน": .lunch,
        "อาหารเย็น": .dinner, "มื้อเย็น": .dinner, "ของว่าง": .snack,
    ]

    /// Returns the meal with a name; nil if it is unknown.
    static func meal(_ name: String) -> Meal? { meals[name.lowercased()] }
}
